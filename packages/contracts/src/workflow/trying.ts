import { z } from 'zod'
import { byShortId, named, namedBody, Timestamp } from '../core/schemas.ts'
import { listed, noContent, ok, tagged } from '../core/tagged.ts'
import { WorkflowGraphInput, WorkflowItem } from './graph.ts'
import { RunView } from './run.ts'

const workflows = tagged('Workflows').org
const byNode = byShortId.extend({
  nodeId: z.string().min(1).max(200).describe('The node’s id in the graph.'),
})

/** The most items for a try and for one pinned output, and the most pins per workflow. */
export const tryLimits = { items: 100, pins: 200 } as const

const GivenItem = namedBody('WorkflowItemInput', {
  ...WorkflowItem.shape,
  source: z
    .strictObject({
      scheme: z.string().describe('The kind of source.'),
      host: z.string().optional().describe('The source’s host.'),
    })
    .optional()
    .describe('Where the item comes from.'),
})
const Items = z.array(GivenItem).max(tryLimits.items)
const FromRun = z.strictObject({
  fromRun: z.string().min(1).max(200).describe('A run whose samples become the items.'),
})

export const TryWorkflow = namedBody('TryWorkflow', {
  graph: WorkflowGraphInput.optional().describe('An unsaved graph. The saved graph by default.'),
  node: z.string().min(1).max(200).optional().describe('The id of the only node to run.'),
  input: z
    .union([z.strictObject({ items: Items.describe('The items, at most 100.') }), FromRun], {
      error: 'Choose sample items or an earlier run',
    })
    .optional()
    .describe('What the triggers or the single `node` start with: items, or a run’s samples.'),
})
export type TryWorkflow = z.output<typeof TryWorkflow>

/** An effect that a node would have had. */
export const WouldDo = named('WorkflowWouldDo', {
  nodeId: z.string().describe('The node’s id in the graph.'),
  action: z
    .string()
    .describe(
      'What the node does, for example `create_card`. If it has no action name, the node’s type.',
    ),
  target: z
    .string()
    .nullable()
    .describe(
      'What the effect acts on, for example a card, a URL or a channel. Null if there is nothing.',
    ),
  detail: z.unknown().describe('What the node writes or sends, cut to sample size.'),
})
export type WouldDo = z.output<typeof WouldDo>

export const TriedRun = RunView.extend({
  wouldDo: z.array(WouldDo).describe('The effects that the nodes would have had, at most 500.'),
}).meta({ id: 'WorkflowTry' })
export type TriedRun = z.output<typeof TriedRun>

const oneWorkflow = workflows.at('/api/workflows/{id}', byShortId)

export const tryWorkflow = oneWorkflow.post('tryWorkflow', '/try', {
  sdk: 'workflows.try',
  summary: 'Run a graph, or one node of it, without any effect',
  description:
    'Nothing is written or sent. Nodes that act, read outside the platform or ask a model are replaced by `wouldDo`. They emit their pinned output, otherwise their sample from the given run, otherwise their input items. The run is not stored.',
  body: TryWorkflow,
  bodyOptional: true,
  responses: ok('The run, and what it would have done', TriedRun),
  errors: ['workflow_invalid'],
  example: {
    body: {
      node: 'plan',
      input: { items: [{ json: { title: 'Order flour', taskId: 'example' } }] },
    },
  },
})

const Outputs = z.record(z.string().min(1).max(100), Items)

/** A fixed output that replaces a node's call in every try. */
export const WorkflowPin = named('WorkflowPin', {
  workflowId: z.string().describe('The workflow’s id.'),
  nodeId: z.string().describe('The node’s id in the graph.'),
  outputs: z.record(z.string(), z.array(WorkflowItem)).describe('The items by output.'),
  updatedAt: Timestamp.describe('When the output was pinned.'),
})
export type WorkflowPin = z.output<typeof WorkflowPin>

export const PutPin = z
  .union(
    [
      z.strictObject({ outputs: Outputs.describe('The items by output, at most 100 for each.') }),
      FromRun,
    ],
    {
      error: 'Choose sample outputs or an earlier run',
    },
  )
  .meta({
    id: 'PutWorkflowPin',
    description: 'The items by output, or the node’s sample from a run',
  })
export type PutPin = z.output<typeof PutPin>

/** A pin in the list, without its items. */
export const WorkflowPinSize = WorkflowPin.extend({
  outputs: z.record(z.string(), z.number().int()).describe('The number of items per output.'),
  bytes: z.number().int().describe('The size of the items as JSON, in bytes.'),
}).meta({ id: 'WorkflowPinSize' })

export const listPins = oneWorkflow.get('listPins', '/pins', {
  sdk: 'workflows.pins',
  summary: 'The pinned outputs of a workflow, without their items',
  responses: listed('All pins of the workflow, at most 200.', WorkflowPinSize),
})

const pin = workflows.at('/api/workflows/{id}/pins/{nodeId}', byNode)

export const getPin = pin.get('getPin', '', {
  sdk: 'workflows.getPin',
  summary: 'The pinned output of a node',
  responses: ok('The pin', WorkflowPin),
  example: { params: { nodeId: 'read' } },
})

export const putPin = pin.put('putPin', '', {
  sdk: 'workflows.pin',
  summary: 'Pin a node’s output for tests. Runs ignore it',
  body: PutPin,
  responses: ok('The pin', WorkflowPin),
  errors: ['too_many_pins'],
  example: {
    params: { nodeId: 'read' },
    body: { outputs: { main: [{ json: { title: 'Order flour', taskId: 'example' } }] } },
  },
})

export const deletePin = pin.delete('deletePin', '', {
  sdk: 'workflows.unpin',
  summary: 'Remove a node’s pinned output',
  responses: noContent('Removed'),
  example: { params: { nodeId: 'read' } },
})
