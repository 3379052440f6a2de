import { linearGraph } from '../nodes/linear-graph.ts'
import type { Template } from './template.ts'

export const housekeepingTemplates: readonly Template[] = [
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
    id: 'weekly-review',
    name: 'Weekly review',
    description: 'Creates a card with the questions of a review each Friday',
    graph: linearGraph(
      {
        id: 'friday',
        type: 'trigger.schedule',
        name: 'Friday noon',
        params: { cron: '0 12 * * 5', tz: 'UTC' },
      },
      {
        id: 'card',
        type: 'create_card',
        name: 'Create the card',
        params: {
          title: 'Review the week',
          body: 'What went well?\nWhat is late, and who waits for it?\nWhat comes first on Monday?',
          tags: ['review'],
        },
      },
    ),
  },
  {
    id: 'monthly-close',
    name: 'Close the month',
    description: 'Creates a card for the books on the first of each month',
    graph: linearGraph(
      {
        id: 'first',
        type: 'trigger.schedule',
        name: 'First of the month',
        params: { cron: '0 6 1 * *', tz: 'UTC' },
      },
      {
        id: 'card',
        type: 'create_card',
        name: 'Create the card',
        params: {
          title: 'Close the books of last month',
          body: 'Collect receipts\nCheck open invoices\nSend everything to the accountant',
          tags: ['money'],
        },
      },
    ),
  },
  {
    id: 'reconnect-channels',
    name: 'A card for every account that is lost',
    description: 'Creates a card when a network no longer takes the token of a channel',
    graph: linearGraph(
      {
        id: 'lost',
        type: 'trigger.event',
        name: 'Channel invalidated',
        params: { eventType: 'channel.invalidated' },
      },
      {
        id: 'card',
        type: 'create_card',
        name: 'Create the card',
        params: {
          title: 'Connect {{ $json.name }} again',
          body: '{{ $json.reason }}',
          tags: ['channels'],
          fields: { channelId: '{{ $json.channelId }}' },
        },
      },
    ),
  },
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
