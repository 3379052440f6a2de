import type { EventEnvelope } from '@atrium/contracts'

const kept = 100

/** The latest events that a page has seen, oldest first. */
export function createSeenEvents() {
  const listeners = new Set<() => void>()
  let seen: readonly EventEnvelope[] = []
  const set = (events: readonly EventEnvelope[]) => {
    seen = events
    for (const listener of listeners) listener()
  }
  return {
    get: (): readonly EventEnvelope[] => seen,
    /** Adds an event once. */
    add: (event: EventEnvelope): void => {
      if (!seen.some(({ id }) => id === event.id)) set([...seen, event].slice(-kept))
    },
    /** Forgets the events of a former organisation. */
    clear: (): void => set([]),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The events that this page has seen since it was opened in the active organisation. */
export const seenEvents = createSeenEvents()
