/** Cooperative scheduling of the work on a run. */
export interface Pace {
  /** Whether the time slice is over; cheap enough for every step of a loop. */
  due(): boolean
  /** Yields the process until the run's next turn. Rejects once the run is cancelled or the node's deadline has passed. */
  breathe(): Promise<void>
}

/** Work without turns. */
export const unhurried: Pace = { due: () => false, breathe: async () => {} }
