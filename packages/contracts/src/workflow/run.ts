import { z } from 'zod'
import { named, Timestamp } from '../core/schemas.ts'
import { WorkflowItem } from './graph.ts'

export const runStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type RunStatus = (typeof runStatuses)[number]
export const runTriggers = ['manual', 'schedule', 'event'] as const
export type RunTrigger = (typeof runTriggers)[number]
export const nodeRunStatuses = ['running', 'completed', 'failed', 'halted', 'skipped'] as const
export type NodeRunStatus = (typeof nodeRunStatuses)[number]
export const skipReasons = [
  'no_input',
  'upstream_skipped',
  'upstream_failed',
  'branch_halted',
  'cancelled',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** What the user can do. The node that knows the cause declares it. */
export const WorkflowFix = z
  .object({ label: z.string(), href: z.string() })
  .meta({ id: 'WorkflowFix' })
export type WorkflowFix = z.output<typeof WorkflowFix>

export const NodeRun = named('WorkflowNodeRun', {
  nodeId: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(nodeRunStatuses),
  skipReason: z.enum(skipReasons).nullable(),
  itemsIn: z.number().int(),
  itemsOut: z.number().int(),
  /** Items per output. */
  outputs: z.record(z.string(), z.number().int()),
  message: z.string().nullable(),
  error: z.string().nullable(),
  fix: WorkflowFix.nullable(),
  incomplete: z.boolean(),
  usage: z
    .unknown()
    .describe('The model, its provider, tokens, calls and cost; null where no model was asked'),
  signalSamples: z.array(z.unknown()).nullable(),
  /** At most 3 items and 8 KB. `truncated` is true if there was more. */
  sample: z.object({ items: z.array(WorkflowItem), truncated: z.boolean() }).nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type NodeRun = z.output<typeof NodeRun>

export const RunHeader = named('WorkflowRunHeader', {
  id: z.string(),
  workflowId: z.string(),
  status: z.enum(runStatuses),
  trigger: z.enum(runTriggers),
  /** How many runs come before this one. Set only while queued. */
  queuePosition: z.number().int().optional(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type RunHeader = z.output<typeof RunHeader>

export const RunView = RunHeader.extend({ nodes: z.array(NodeRun) }).meta({ id: 'WorkflowRun' })
export type RunView = z.output<typeof RunView>
