import type { RunTrigger, WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { NodeLookup } from './node-definition.ts'
import type { NodeRecord } from './node-record.ts'
import type { Pace } from './pace.ts'
import type { Match } from './pattern.ts'
import type { ImportLedger, SyncCursors } from './run-services.ts'

/** A run to execute. */
export interface RunPlan {
  runId: string
  workflowId: string
  orgId: string | null
  userId: string
  trigger: RunTrigger
  graph: WorkflowGraph
  /** The items of each trigger node that fired. */
  seeds: ReadonlyMap<string, readonly WorkflowItem[]>
}

/** The executor's access to the outside. */
export interface RunEffects<P> extends Pace {
  lookup: NodeLookup<P>
  ports: P
  /** The values of `${env:NAME}`. */
  env: Readonly<Record<string, unknown>>
  /** Milliseconds. */
  now(): number
  /** Records the start of a call, which waits for the returned promise. */
  started(record: NodeRecord, instant: boolean): Promise<void> | undefined
  /** Records an outcome. */
  finished(record: NodeRecord): void
  /** Aborts when the run is cancelled or belongs to another worker. */
  cancelled: AbortSignal
  /** A signal that aborts after so many milliseconds, unless cleared. */
  deadline(millis: number): { signal: AbortSignal; clear(): void }
  match: Match
  /** Reserves bytes for the run; false when the process cannot spare them. */
  hold(bytes: number): boolean
  watermark(key: string): Promise<unknown>
  ledger: ImportLedger
  cursors: SyncCursors
}

export interface RunOutcome {
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  /** Empty unless the run completed. */
  watermarks: Record<string, unknown>
}
