import type { WorkflowTemplate } from '@atrium/contracts'
import { linearGraph } from '../nodes/linear-graph.ts'
import type { Registry } from '../nodes/registry.ts'

/** Publishes due posts; created for an org with its first channel for posts. */
export const publishingTemplate: WorkflowTemplate = {
  id: 'publish-scheduled-posts',
  name: 'Publish scheduled posts',
  description: 'Sends every approved post that is due, and its first comment, each quarter of an hour',
  graph: linearGraph(
    {
      id: 'quarter',
      type: 'trigger.schedule',
      name: 'Every 15 minutes',
      params: { cron: '*/15 * * * *', tz: 'UTC' },
    },
    { id: 'publish', type: 'publish', name: 'Publish' },
    { id: 'comment', type: 'post_comment', name: 'First comment' },
  ),
}

const templates: readonly WorkflowTemplate[] = [
  {
    id: 'note-finished-cards',
    name: 'Note finished cards',
    description: 'Writes a line on the timeline of every card that is done',
    graph: linearGraph(
      {
        id: 'moved',
        type: 'trigger.event',
        name: 'Card moved',
        params: { eventType: 'task.status_changed' },
      },
      {
        id: 'done',
        type: 'if',
        name: 'Is it done?',
        params: {
          combinator: 'and',
          conditions: [{ left: '{{ $json.status }}', operator: 'is', right: 'done' }],
        },
        output: 'true',
      },
      { id: 'log', type: 'log_activity', name: 'Note it', params: { text: 'Finished: {{ $json.title }}' } },
    ),
  },
  {
    id: 'archive-finished-cards',
    name: 'Archive finished cards every night',
    description: 'Moves every finished card to the archive at two in the morning',
    graph: linearGraph(
      {
        id: 'night',
        type: 'trigger.schedule',
        name: 'Every night',
        params: { cron: '0 2 * * *', tz: 'UTC' },
      },
      {
        id: 'read',
        type: 'read_tasks',
        name: 'Finished cards',
        params: { status: 'done', kind: 'task', skipTag: 'keep' },
      },
      { id: 'archive', type: 'update_task', name: 'Archive', params: { status: 'archived' } },
    ),
  },
  {
    id: 'greet-new-contacts',
    name: 'Note new contacts',
    description: 'Writes where a contact came from on its timeline',
    graph: linearGraph(
      { id: 'new', type: 'trigger.event', name: 'New contact', params: { eventType: 'contact.created' } },
      {
        id: 'log',
        type: 'log_activity',
        name: 'Note it',
        params: { text: 'Contact {{ $json.name }} was created' },
      },
    ),
  },
  publishingTemplate,
  {
    id: 'sort-by-hand',
    name: 'Sort by hand',
    description: 'A Run button and one decision, to start from',
    graph: linearGraph(
      { id: 'start', type: 'trigger.manual', name: 'Run' },
      {
        id: 'check',
        type: 'if',
        name: 'Check',
        params: { combinator: 'and', conditions: [{ left: '{{ $json.firedAt }}', operator: 'exists' }] },
      },
    ),
  },
]

/** The templates whose every node is registered here. */
export const registeredTemplates = (registry: Registry): WorkflowTemplate[] =>
  templates.filter(({ graph }) => graph.nodes.every((node) => registry.lookup(node.type) !== undefined))
