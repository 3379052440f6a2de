import type { RunTrigger, WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { NodeLookup } from './node-definition.ts'
import type { NodeRecord } from './node-record.ts'
import type { Pace } from './pace.ts'
import type { Match } from './pattern.ts'

/** What is to be run. */
export interface RunPlan {
  runId: string
  workflowId: string
  orgId: string | null
  userId: string
  trigger: RunTrigger
  graph: WorkflowGraph
  /** The items that each fired trigger node starts with. A trigger that is not here did not fire. */
  seeds: ReadonlyMap<string, readonly WorkflowItem[]>
}

/** Everything that the executor needs from the world. */
export interface RunEffects<P> extends Pace {
  lookup: NodeLookup<P>
  ports: P
  /** `${env:NAME}` values that an author of graphs may see. */
  env: Readonly<Record<string, unknown>>
  /** Milliseconds. */
  now(): number
  /** Records that a node is about to be called. What it answers, if anything, is awaited before the call. */
  started(record: NodeRecord, instant: boolean): Promise<void> | undefined
  /** Records an outcome. */
  finished(record: NodeRecord): void
  /** Aborts when the run is cancelled or belongs to somebody else now. */
  cancelled: AbortSignal
  /** A signal that aborts after so many milliseconds, and how to take it back. */
  deadline(millis: number): { signal: AbortSignal; clear(): void }
  match: Match
  /** Tells that the run keeps so many bytes more; false when the process cannot spare them for this run. */
  hold(bytes: number): boolean
  watermark(key: string): Promise<unknown>
}

export interface RunOutcome {
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  /** Empty unless the run completed. */
  watermarks: Record<string, unknown>
}
