import { z } from 'zod'
import { named, RecordId, Timestamp } from '../core/schemas.ts'
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
  .object({
    label: z.string().describe('The link’s text.'),
    href: z.string().describe('The dashboard page where the user can fix the problem.'),
  })
  .meta({ id: 'WorkflowFix' })
export type WorkflowFix = z.output<typeof WorkflowFix>

export const NodeRun = named('WorkflowNodeRun', {
  nodeId: z.string().describe('The node’s id in the graph.'),
  name: z.string().describe('The node’s name in the run’s graph.'),
  type: z.string().describe('The node’s type.'),
  status: z
    .enum(nodeRunStatuses)
    .describe('The node’s status. `halted` means that its branch stopped without a failure.'),
  skipReason: z
    .enum(skipReasons)
    .nullable()
    .describe('Why the node was skipped. Null if it was not.'),
  itemsIn: z.number().int().describe('The number of items that the node received.'),
  itemsOut: z.number().int().describe('The number of items on all outputs.'),
  outputs: z.record(z.string(), z.number().int()).describe('The number of items per output.'),
  message: z
    .string()
    .nullable()
    .describe('The node’s message about its work. Null if it has none.'),
  error: z.string().nullable().describe('Why it failed. Null if it did not.'),
  fix: WorkflowFix.nullable().describe('The node’s remedy. Null if it knows none.'),
  incomplete: z.boolean().describe('True if a limit cut the node’s result.'),
  usage: z
    .unknown()
    .describe('The model, its provider, tokens, calls and cost. Null if the node asked no model.'),
  signalSamples: z
    .array(z.unknown())
    .nullable()
    .describe('How the first items were judged, at most 3. Null if the node judges none.'),
  sample: z
    .object({
      items: z.array(WorkflowItem).describe('The items, cut to sample size.'),
      truncated: z.boolean().describe('True if there was more.'),
    })
    .nullable()
    .describe(
      'The first items that the node emitted, at most 3 items and 8 KB. Null if it emitted none.',
    ),
  startedAt: Timestamp.nullable().describe('When the node started. Null if it was skipped.'),
  finishedAt: Timestamp.nullable().describe('When it ended. Null while it runs.'),
})
export type NodeRun = z.output<typeof NodeRun>

export const RunHeader = named('WorkflowRunHeader', {
  id: RecordId,
  workflowId: z.string().describe('The workflow’s id.'),
  status: z.enum(runStatuses).describe('The run’s status. The last three are final.'),
  trigger: z.enum(runTriggers).describe('What started the run: a user, a schedule or an event.'),
  queuePosition: z
    .number()
    .int()
    .optional()
    .describe('About how many runs come before this one. Set only while the run is queued.'),
  error: z.string().nullable().describe('Why the run failed or was cancelled. Null otherwise.'),
  createdAt: Timestamp.describe('When it was queued.'),
  startedAt: Timestamp.nullable().describe('When a worker took the run. Null until then.'),
  finishedAt: Timestamp.nullable().describe('When the run ended. Null until then.'),
})
export type RunHeader = z.output<typeof RunHeader>

export const RunView = RunHeader.extend({
  nodes: z.array(NodeRun).describe('The nodes that the run has reached.'),
}).meta({ id: 'WorkflowRun' })
export type RunView = z.output<typeof RunView>
