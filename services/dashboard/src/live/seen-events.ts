import type { EventEnvelope } from '@atrium/contracts'
import { createStore } from '../platform/store.ts'

const kept = 100

/** Creates a store of the latest events, oldest first. */
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

/** The active organisation's events since the page was opened. */
export const seenEvents = createSeenEvents()
