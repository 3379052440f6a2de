/** Cooperative scheduling of a run or of the check of a graph. */
export interface Pace {
  /** Whether the time slice is over; cheap enough for every step of a loop. */
  due(): boolean
  /** Leaves the process to other work until the next turn. Rejects once the run is cancelled or the node's deadline has passed. */
  yield(): Promise<void>
}
