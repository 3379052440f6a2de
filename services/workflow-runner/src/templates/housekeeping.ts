import { onEvent, onlyIf, onSchedule, step, type Templates } from './template.ts'

export const housekeepingTemplates: Templates = {
  'note-finished-cards': {
    name: 'Note finished cards',
    description: 'Writes a line on the timeline of every card that is done',
    steps: [
      onEvent('moved', 'Card moved', 'task.status_changed'),
      onlyIf('done', 'Is it done?', '{{ $json.status }}', 'done'),
      step('log', 'log_activity', 'Note it', { text: 'Finished: {{ $json.title }}' }),
    ],
  },
  'archive-finished-cards': {
    name: 'Archive finished cards every night',
    description: 'Moves every finished card to the archive at two in the morning',
    steps: [
      onSchedule('night', 'Every night', '0 2 * * *'),
      step('read', 'read_tasks', 'Finished cards', {
        status: 'done',
        kind: 'task',
        skipTag: 'keep',
      }),
      step('archive', 'update_task', 'Archive', { status: 'archived' }),
    ],
  },
  'weekly-review': {
    name: 'Weekly review',
    description: 'Creates a card with the questions of a review each Friday',
    steps: [
      onSchedule('friday', 'Friday noon', '0 12 * * 5'),
      step('card', 'create_card', 'Create the card', {
        title: 'Review the week',
        body: 'What went well?\nWhat is late, and who waits for it?\nWhat comes first on Monday?',
        tags: ['review'],
      }),
    ],
  },
  'monthly-close': {
    name: 'Close the month',
    description: 'Creates a card for the books on the first of each month',
    steps: [
      onSchedule('first', 'First of the month', '0 6 1 * *'),
      step('card', 'create_card', 'Create the card', {
        title: 'Close the books of last month',
        body: 'Collect receipts\nCheck open invoices\nSend everything to the accountant',
        tags: ['money'],
      }),
    ],
  },
  'reconnect-channels': {
    name: 'A card for every account that is lost',
    description: 'Creates a card when a network no longer takes the token of a channel',
    steps: [
      onEvent('lost', 'Channel invalidated', 'channel.invalidated'),
      step('card', 'create_card', 'Create the card', {
        title: 'Connect {{ $json.name }} again',
        body: '{{ $json.reason }}',
        tags: ['channels'],
        fields: { channelId: '{{ $json.channelId }}' },
      }),
    ],
  },
  'sort-by-hand': {
    name: 'Sort by hand',
    description: 'A Run button and one decision, to start from',
    steps: [
      step('start', 'trigger.manual', 'Run'),
      step('check', 'if', 'Check', {
        combinator: 'and',
        conditions: [{ left: '{{ $json.firedAt }}', operator: 'exists' }],
      }),
    ],
  },
}
