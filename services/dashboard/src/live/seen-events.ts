import type { EventEnvelope } from '@atrium/contracts'
import { createStore } from '../platform/store.ts'

const kept = 100

/** The latest events that a page has seen, oldest first. */
export function createSeenEvents() {
  const { get, set, subscribe } = createStore<readonly EventEnvelope[]>([])
  return {
    get,
    subscribe,
    add: (event: EventEnvelope): void => {
      if (!get().some(({ id }) => id === event.id)) set([...get(), event].slice(-kept))
    },
    clear: (): void => set([]),
  }
}

/** The events that this page has seen since it was opened in the active organisation. */
export const seenEvents = createSeenEvents()
