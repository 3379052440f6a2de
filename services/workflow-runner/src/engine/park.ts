import type { WorkflowItem } from '@atrium/contracts'

/** A run of another workflow of the org that a node asks for. */
export interface WorkflowCall {
  workflowId: string
  items: readonly WorkflowItem[]
}

/**
 * The answer of a node that waits: the run is parked without a worker, and the node is called again with the same items;
 * docs/adr/0017-parked-runs.md.
 */
export interface Park {
  /** Milliseconds; without it the node is called again once all runs of `calls` have ended. */
  until?: number
  calls?: readonly WorkflowCall[]
  /** JSON, handed to the next call. */
  state?: unknown
  /** For the run view in the meantime. */
  message: string
}

/** The end of a run that a node called. */
export interface CallResult {
  runId: string
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  /** The items of its last nodes. */
  items: readonly WorkflowItem[]
  /** Whether there were more than are kept. */
  truncated: boolean
}

/** Other workflows, for the nodes of a run. */
export interface WorkflowCalls {
  /** Requires that this run may call a workflow. Throws `NodeError`. */
  check(workflowId: string): Promise<void>
  /** The ends of the runs that this node called, in the order of its calls. Throws `NodeError` for too much data. */
  results(nodeId: string): Promise<CallResult[]>
}

/** A node that waits for its next call. */
export interface ParkedNode {
  /** Milliseconds; null while it waits for called runs. */
  until: number | null
  state: unknown
  /** Of its first call, in milliseconds. */
  startedAt: number
  /** Asked for in this turn. */
  calls: readonly WorkflowCall[]
}

/** Why a parked run goes on. */
export interface Wake {
  /** Milliseconds: nodes until then are due. */
  at: number
  /** Whether all called runs have ended. */
  callsEnded: boolean
}

/** Whether a parked node is called in this turn. */
export const isDue = ({ until }: ParkedNode, wake: Wake | undefined): boolean =>
  wake !== undefined && (until === null ? wake.callsEnded : until <= wake.at)
