import type { RunTrigger, WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { FindSkill, Pace, RunValues } from '@atrium/workflow-rules'
import type { LeftItem } from './left-item.ts'
import type { NodeLookup } from './node-definition.ts'
import type { NodeRecord } from './node-record.ts'
import type { Wake, WorkflowCall } from './park.ts'
import type { RunServices } from './run-services.ts'
import type { Snapshot } from './snapshot-form.ts'

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
  /** Items by output that nodes put out in place of their calls, by the ids of the nodes. */
  preset?: ReadonlyMap<string, NodeOutputs>
  /** Whether the graph is a part of one, which needs no trigger. */
  partial?: boolean
}

export type NodeOutputs = Readonly<Record<string, readonly WorkflowItem[]>>

export interface RunEffects<P> extends Pace, RunServices {
  lookup: NodeLookup<P>
  ports: P
  env: Readonly<Record<string, unknown>>
  /** Records the start of a call, which waits for the returned promise. */
  started(record: NodeRecord, instant: boolean): Promise<void> | undefined
  finished(record: NodeRecord): void
  /** Shows what a node has written so far to those who watch the run; nothing of it is kept. */
  show(nodeId: string, text: string): void
  /** Aborts when the run is cancelled or belongs to another worker. */
  cancelled: AbortSignal
  /** A signal that aborts after so many milliseconds, unless cleared. */
  deadline(millis: number): { signal: AbortSignal; clear(): void }
  /** Reserves bytes for the run; false when the process cannot spare them. */
  hold(bytes: number): boolean
  findSkill: FindSkill
}

/** What became of an item that a reading node put out. */
export interface ReadItem {
  id: string
  version: string
  waiting: boolean
  /** Set while it waits. */
  title?: string
  /** Set if a node refused it, which counts as an attempt. */
  reason?: string
}

export interface ReadOutcome {
  key: string
  items: readonly ReadItem[]
  gone: readonly string[]
}

export interface RunItems {
  items: WorkflowItem[]
  /** For each item the indexes of the seeds that it is made of; null if they are unknown or many. */
  origins: (number[] | null)[]
}

export interface RunOutcome {
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  /** Empty unless the run completed. */
  watermarks: Record<string, unknown>
  /** What a completed run has read from its sources; of a failed run only the items that a node refused. */
  reads?: readonly ReadOutcome[]
  /** Set for a run whose caller takes its result. */
  result?: RunItems & { left: readonly LeftItem[] }
  /** The snapshot of a failed run as texts of so many characters at most. Throws `NodeError` for more. */
  parts?(most: number): Promise<string[]>
}

export interface ParkedRun {
  status: 'parked'
  error: null
  /** Kept in the snapshot. */
  watermarks: Record<string, never>
  /** Milliseconds; null while it waits for called runs only. */
  wakeAt: number | null
  awaitsCalls: boolean
  calls: readonly (WorkflowCall & { nodeId: string; place: number })[]
  parts(): Promise<string[]>
}
