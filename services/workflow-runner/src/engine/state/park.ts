import type { WorkflowItem } from '@atrium/contracts'
import type { LeftItem } from '../left-item.ts'

export interface WorkflowCall {
  workflowId: string
  items: readonly WorkflowItem[]
}

/**
 * A request to park the run and call the node again later with the same items. See
 * docs/adr/0017-parked-runs.md.
 */
export interface Park {
  /**
   * A time in milliseconds. If missing, the node is called again once all runs in `calls` have
   * ended.
   */
  until?: number
  calls?: readonly WorkflowCall[]
  /** JSON for the next call. */
  state?: unknown
  message: string
}

export interface CallResult {
  runId: string
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  items: readonly WorkflowItem[]
  /** See `RunItems`. Missing if an earlier release stored the result. */
  origins?: readonly (readonly number[] | null)[]
  /** The run's input items left by one of its steps. */
  left?: readonly LeftItem[]
  /** True if `left` is cut, so any other input item may be left too. */
  leftTruncated?: boolean
  truncated: boolean
}

export interface WorkflowCalls {
  check(workflowId: string): Promise<void>
  /**
   * Returns the results of this node's called runs, in call order. Throws `NodeError` if there is
   * too much data.
   */
  results(nodeId: string): Promise<CallResult[]>
}

export interface ParkedNode {
  /** A time in milliseconds. Null while the node waits for called runs. */
  until: number | null
  state: unknown
  startedAt: number
  calls: readonly WorkflowCall[]
}

export interface Wake {
  /** A time in milliseconds. A node is due if its `until` is not later. */
  at: number
  callsEnded: boolean
  /** The nodes whose questions were decided. They are due before their time. */
  decided?: ReadonlySet<string>
}

export const isDue = ({ until }: ParkedNode, nodeId: string, wake: Wake | undefined): boolean =>
  wake !== undefined &&
  (wake.decided?.has(nodeId) === true || (until === null ? wake.callsEnded : until <= wake.at))
