import type { OutboxEntry } from '@atrium/database'
import type { Insertable } from 'kysely'
import type { Seeds, WorkflowDatabase } from '../database.ts'

/** A run that one process accepts and performs. No other run has caused it, and it names no file. */
export interface AcceptedRun {
  row: Pick<
    Insertable<WorkflowDatabase['runs']>,
    | 'id'
    | 'lane'
    | 'workflow_id'
    | 'owner_id'
    | 'queue'
    | 'priority'
    | 'trigger'
    | 'keeps_result'
    | 'depth'
    | 'trace'
  > & { org_id: string; seeds: Seeds }
  /** The calendar month that counts the run, and the most runs in it. */
  month: string
  limit: number | null
  events: readonly OutboxEntry[]
  /** The approximate length of the run's JSON. */
  bytes: number
}

/** A place for a run that this process performs as soon as its row is committed. */
export interface RunSlot {
  /** Writes the run and begins it. Returns false if its month is full. */
  accept(run: AcceptedRun): Promise<boolean>
  /** Gives the place back. Has no effect after the run has begun. */
  free(): void
}

export interface RunStarts {
  /**
   * Takes a slot. Returns undefined if a run may wait in the queue, or if it is not this lane's
   * turn.
   */
  reserve(lane: string, runId: string): RunSlot | undefined
}
