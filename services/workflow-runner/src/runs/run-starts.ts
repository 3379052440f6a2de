import type { Insertable } from 'kysely'
import type { Transaction, WorkflowDatabase } from '../database.ts'

type NewRunRow = Insertable<WorkflowDatabase['runs']>

/** A place for a run that this process performs as soon as its row is committed. */
export interface RunSlot {
  /** Writes the row as a run that this process performs. */
  insert(tx: Transaction, row: NewRunRow): Promise<void>
  /** Begins the run. Call it after the commit. */
  start(): void
  /** Gives the place back. Has no effect after `start`. */
  free(): void
}

export interface RunStarts {
  /**
   * Takes a slot. Returns undefined if a run may wait in the queue, or if it is not this lane's
   * turn.
   */
  reserve(lane: string, runId: string): RunSlot | undefined
}
