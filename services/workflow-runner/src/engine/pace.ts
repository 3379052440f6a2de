/** How work on a run shares its process with everything else. */
export interface Pace {
  /** Whether the process was used for as long as it may be at a stretch; cheap enough for every step of a loop. */
  due(): boolean
  /**
   * Lets everything else of the process go on and resolves when it is this run's turn again. Rejects once the run
   * is cancelled or its node's time is over.
   */
  breathe(): Promise<void>
}

/** The pace of work that nothing else waits for. */
export const unhurried: Pace = { due: () => false, breathe: async () => {} }
