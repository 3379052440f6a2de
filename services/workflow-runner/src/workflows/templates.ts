import type { WorkflowGraph, WorkflowTemplate } from '@atrium/contracts'
import type { Registry } from '../nodes/registry.ts'

const chain = (
  ...nodes: [id: string, type: string, name: string, params: Record<string, unknown>, output?: string][]
): WorkflowGraph => ({
  nodes: nodes.map(([id, type, name, params], at) => ({
    id,
    type,
    name,
    params,
    position: { x: at * 260, y: 0 },
  })),
  edges: nodes.slice(1).map(([id], at) => ({
    from: { node: nodes[at]?.[0] ?? '', output: nodes[at]?.[4] ?? 'main' },
    to: { node: id, input: 'main' },
  })),
})

/** Publishes what is due; made for an org by itself with its first channel that can be published to. */
export const publishingTemplate: WorkflowTemplate = {
  id: 'publish-scheduled-posts',
  name: 'Publish scheduled posts',
  description: 'Sends every approved post that is due, and its first comment, each quarter of an hour',
  graph: chain(
    ['quarter', 'trigger.schedule', 'Every 15 minutes', { cron: '*/15 * * * *', tz: 'UTC' }],
    ['publish', 'publish', 'Publish', {}],
    ['comment', 'post_comment', 'First comment', {}],
  ),
}

/** The catalog in code, versioned with the nodes that it names. No template bakes in a skill. */
const templates: readonly WorkflowTemplate[] = [
  {
    id: 'note-finished-cards',
    name: 'Note finished cards',
    description: 'Writes a line on the timeline of every card that is done',
    graph: chain(
      ['moved', 'trigger.event', 'Card moved', { eventType: 'task.status_changed' }],
      [
        'done',
        'if',
        'Is it done?',
        { combinator: 'and', conditions: [{ left: '{{ $json.status }}', operator: 'is', right: 'done' }] },
        'true',
      ],
      ['log', 'log_activity', 'Note it', { text: 'Finished: {{ $json.title }}' }],
    ),
  },
  {
    id: 'archive-finished-cards',
    name: 'Archive finished cards every night',
    description: 'Moves every finished card to the archive at two in the morning',
    graph: chain(
      ['night', 'trigger.schedule', 'Every night', { cron: '0 2 * * *', tz: 'UTC' }],
      ['read', 'read_tasks', 'Finished cards', { status: 'done', kind: 'task', skipTag: 'keep' }],
      ['archive', 'update_task', 'Archive', { status: 'archived' }],
    ),
  },
  {
    id: 'greet-new-contacts',
    name: 'Note new contacts',
    description: 'Writes where a contact came from on its timeline',
    graph: chain(
      ['new', 'trigger.event', 'New contact', { eventType: 'contact.created' }],
      ['log', 'log_activity', 'Note it', { text: 'Contact {{ $json.name }} was created' }],
    ),
  },
  publishingTemplate,
  {
    id: 'sort-by-hand',
    name: 'Sort by hand',
    description: 'A Run button and one decision, to start from',
    graph: chain(
      ['start', 'trigger.manual', 'Run', {}],
      [
        'check',
        'if',
        'Check',
        { combinator: 'and', conditions: [{ left: '{{ $json.firedAt }}', operator: 'exists' }] },
      ],
    ),
  },
]

/** The templates whose every node is registered here. */
export const registeredTemplates = (registry: Registry): WorkflowTemplate[] =>
  templates.filter(({ graph }) => graph.nodes.every((node) => registry.lookup(node.type) !== undefined))
