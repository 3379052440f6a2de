import type { WorkflowItem } from '@atrium/contracts'
import type { LeftItem } from './left-item.ts'

export interface WorkflowCall {
  workflowId: string
  items: readonly WorkflowItem[]
}

/** The run is parked, and its node called again with the same items; docs/adr/0017-parked-runs.md. */
export interface Park {
  /** Milliseconds; without it the node is called again once all runs of `calls` have ended. */
  until?: number
  calls?: readonly WorkflowCall[]
  /** JSON, handed to the next call. */
  state?: unknown
  message: string
}

export interface CallResult {
  runId: string
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  items: readonly WorkflowItem[]
  /** As in `RunItems`; a run of an earlier release has none. */
  origins?: readonly (readonly number[] | null)[]
  /** The items that the run was given and that a step of it left. */
  left?: readonly LeftItem[]
  truncated: boolean
}

export interface WorkflowCalls {
  check(workflowId: string): Promise<void>
  /** The ends of the runs that this node called, in the order of its calls. Throws `NodeError` for too much data. */
  results(nodeId: string): Promise<CallResult[]>
}

export interface ParkedNode {
  /** Milliseconds; null while it waits for called runs. */
  until: number | null
  state: unknown
  startedAt: number
  calls: readonly WorkflowCall[]
}

export interface Wake {
  /** Milliseconds: nodes until then are due. */
  at: number
  callsEnded: boolean
}

export const isDue = ({ until }: ParkedNode, wake: Wake | undefined): boolean =>
  wake !== undefined && (until === null ? wake.callsEnded : until <= wake.at)
