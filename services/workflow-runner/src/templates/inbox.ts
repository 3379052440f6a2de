import { onEvent, onlyIf, onSchedule, step, type Templates } from './template.ts'

const quarter = onSchedule('quarter', 'Every 15 minutes', '*/15 * * * *')

export const inboxTemplates: Templates = {
  'mail-to-cards': {
    name: 'Mail to cards',
    description:
      'Makes a card of every mail in a mailbox and labels it, so that it is read once. Choose your mailbox',
    steps: [
      quarter,
      step('read', 'read_mailbox', 'New mail', {
        connector: '',
        query: 'in:inbox',
        excludeLabel: 'atrium',
      }),
      step('card', 'dispatch', 'Create cards', { destination: 'board://task' }),
      step('tag', 'tag', 'Label the mail', { connector: '', label: 'atrium' }),
    ],
  },
  'bills-by-mail': {
    name: 'Bills by mail',
    description:
      'Makes a card to pay with the files of every mail with a bill, and labels it. Choose your mailbox',
    steps: [
      quarter,
      step('read', 'read_mailbox', 'Mail with bills', {
        connector: '',
        query: 'has:attachment (invoice OR bill)',
        excludeLabel: 'atrium-bill',
      }),
      step('save', 'save_attachments', 'Keep the files', { connector: '' }),
      step('card', 'create_card', 'Plan the payment', {
        title: 'Pay: {{ $json.title }}',
        body: '{{ $json.rawContent }}',
        tags: ['bill'],
        fields: { files: '{{ $json.files }}' },
      }),
      step('tag', 'tag', 'Label the mail', { connector: '', label: 'atrium-bill' }),
    ],
  },
  'calendar-to-cards': {
    name: 'Calendar to cards',
    description:
      'Keeps a card for each coming event of a calendar, every hour. Choose your calendar',
    steps: [
      onSchedule('hour', 'Every hour', '0 * * * *'),
      step('events', 'calendar_to_tasks', 'Events to cards', { connector: '' }),
    ],
  },
  'prepare-meetings': {
    name: 'Prepare meetings',
    description: 'Creates a card to prepare each event that comes from a calendar',
    steps: [
      onEvent('new', 'New card', 'task.created'),
      onlyIf('event', 'Is it an event?', '{{ $json.kind }}', 'calendar'),
      step('card', 'create_card', 'Plan the preparation', {
        title: 'Prepare: {{ $json.title }}',
        tags: ['meeting'],
        fields: { eventCardId: '{{ $json.taskId }}' },
        key: '{{ $json.taskId }}',
      }),
    ],
  },
}
