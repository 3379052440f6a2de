import type { RunTrigger, WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { FindSkill, Pace, RunValues } from '@atrium/workflow-rules'
import type { LeftItem } from './left-item.ts'
import type { NodeLookup } from './node-definition.ts'
import type { NodeRecord } from './node-record.ts'
import type { RunServices } from './run-services.ts'
import type { Wake, WorkflowCall } from './state/park.ts'
import type { Snapshot } from './state/snapshot-form.ts'

export interface RunPlan {
  runId: string
  workflowId: string
  orgId: string | null
  userId: string
  trigger: RunTrigger
  graph: WorkflowGraph
  seeds: ReadonlyMap<string, readonly WorkflowItem[]>
  woken?: { snapshot: Snapshot; wake: Wake }
  keepsResult?: boolean
  values?: RunValues
  /** Items by node id and output. These nodes emit the given items without being called. */
  preset?: ReadonlyMap<string, NodeOutputs>
  /** True if the graph is only a part and needs no trigger. */
  partial?: boolean
}

export type NodeOutputs = Readonly<Record<string, readonly WorkflowItem[]>>

export interface RunEffects<P> extends Pace, RunServices {
  lookup: NodeLookup<P>
  ports: P
  env: Readonly<Record<string, unknown>>
  /** Records that a call starts. If a promise is returned, the call waits for the promise. */
  started(record: NodeRecord, instant: boolean): Promise<void> | undefined
  finished(record: NodeRecord): void
  /** Shows a node's text so far to everyone watching the run. The text is not stored. */
  show(nodeId: string, text: string): void
  /** Runs a node's call as a part of the run's trace. Not called for nodes without waiting. */
  inStep?<R>(nodeType: string, work: () => Promise<R>): Promise<R>
  /** Aborts when the run is cancelled or belongs to another worker. */
  cancelled: AbortSignal
  /** Returns a signal with a timeout in milliseconds, unless cleared. */
  deadline(millis: number): { signal: AbortSignal; clear(): void }
  /** Reserves bytes for the run. Returns false if the process cannot spare them. */
  hold(bytes: number): boolean
  findSkill: FindSkill
}

export interface ReadItem {
  id: string
  version: string
  waiting: boolean
  /** Set while the item waits. */
  title?: string
  /** Set if a node refused the item, which counts as an attempt. */
  reason?: string
}

export interface ReadOutcome {
  key: string
  items: readonly ReadItem[]
  gone: readonly string[]
}

export interface RunItems {
  items: WorkflowItem[]
  /** Per item, the indexes of the seeds behind it. Null if they are unknown or too many. */
  origins: (number[] | null)[]
}

export interface RunOutcome {
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  /** Empty unless the run completed. */
  watermarks: Record<string, unknown>
  /** What the run has read from its sources. If the run failed, only its refused items. */
  reads?: readonly ReadOutcome[]
  /** Set if another run waits for the result. */
  result?: RunItems & { left: readonly LeftItem[] }
  /**
   * Returns a failed run's snapshot as texts. Throws `NodeError` if the snapshot has more than
   * `most` characters.
   */
  parts?(most: number): Promise<string[]>
}

export interface ParkedRun {
  status: 'parked'
  error: null
  /** Empty because the snapshot holds the watermarks. */
  watermarks: Record<string, never>
  /** A time in milliseconds. Null while the run waits for called runs only. */
  wakeAt: number | null
  awaitsCalls: boolean
  calls: readonly (WorkflowCall & { nodeId: string; place: number })[]
  parts(): Promise<string[]>
}
