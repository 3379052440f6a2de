import type { NodeRun, RunHeader, RunStatus, WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { Json, TableOf } from '@atrium/database'
import type { Generated } from 'kysely'
import type { LeftItem } from '../engine/index.ts'

export type QueueName = 'workflow-run' | 'workflow-run-adhoc'

/**
 * How a run starts: with one item for the listed trigger nodes, or for all of them if null. A
 * one-off chain begins at its first node.
 */
export interface Seeds {
  nodes: string[] | null
  item?: WorkflowItem
  items?: WorkflowItem[]
  /** Limits the start to trigger nodes of this type. */
  type?: string
  /** The failed run if its workflow named this one as its error workflow. */
  errorOf?: string
  /** True if an error workflow's run must not start once that workflow is inactive. */
  needsActive?: boolean
  /** The failed run if its `workflow.run_failed` started this one. */
  failureOf?: string
}

export interface RunResult {
  items: WorkflowItem[]
  truncated: boolean
  origins?: (number[] | null)[]
  left?: LeftItem[]
  /** True if `left` is cut. Missing if an earlier release stored the result. */
  leftTruncated?: boolean
}

export interface OwnOfRun {
  org_id: string | null
  /** The lane whose slots the run uses: the organisation, or `_` for platform runs. */
  lane: string
  owner_id: string
  queue: QueueName
  priority: number
  /** `parked` while the run sleeps or waits for called runs. */
  status: Generated<RunStatus | 'parked'>
  seeds: Json<Seeds>
  graph: Json<WorkflowGraph> | null
  task_id: string | null
  worker_id: string | null
  /** How many workflows are before this run in the chain of events. */
  depth: Generated<number>
  /** The run whose event or call started this run. */
  caused_by: string | null
  /** The W3C `traceparent` of the cause. */
  trace: string | null
  wake_at: Date | null
  /** True if a parked run continues once its called runs have ended. */
  awaits_calls: Generated<boolean>
  /** True if the run was parked before. It continues from its snapshot while it has one. */
  continued: Generated<boolean>
  claimed_at: Date | null
  /** Milliseconds on workers before the last claim. */
  awake_ms: Generated<number>
  /** The calling run and node, and the position of the call. */
  parent_run_id: string | null
  parent_node_id: string | null
  parent_place: number | null
  /** The first run in a chain of calls. Null if no run called this one. */
  root_run_id: string | null
  /** The first run's trigger in a chain of calls. Null if no run called this one. */
  root_trigger: RunHeader['trigger'] | null
  /** How many runs are before this one in the chain of calls. */
  call_depth: Generated<number>
  /** True if the run stores its result although no run called it. */
  keeps_result: Generated<boolean>
  result: Json<RunResult> | null
}

/** JSON: a part of a parked run's snapshot. */
export interface ParkedParts {
  run_id: string
  part: number
  org_id: string | null
  body: string
}

/** JSON: a snapshot part with the items of a failed run. */
export type KeptParts = ParkedParts & { org_id: string }

/** `position` is the node's position in the run. */
export type NodeRuns = TableOf<NodeRun, { run_id: string; position: number }>
