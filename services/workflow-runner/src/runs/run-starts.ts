import type { OutboxEntry } from '@atrium/database'
import type { Insertable } from 'kysely'
import type { Seeds, WorkflowDatabase } from '../database.ts'

/** A run as its request accepts it. No other run has caused it, and it names no file. */
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

export interface RunStarts {
  /**
   * Writes a run. This process begins it at once if it has a slot for it, otherwise the run waits in
   * the queue. Returns false if its month is full.
   */
  accept(run: AcceptedRun): Promise<boolean>
}
