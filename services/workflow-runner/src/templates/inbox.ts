import { linearGraph } from '../nodes/linear-graph.ts'
import type { Template } from './template.ts'

const quarter = {
  id: 'quarter',
  type: 'trigger.schedule',
  name: 'Every 15 minutes',
  params: { cron: '*/15 * * * *', tz: 'UTC' },
}

export const inboxTemplates: readonly Template[] = [
  {
    id: 'mail-to-cards',
    name: 'Mail to cards',
    description:
      'Makes a card of every mail in a mailbox and labels it, so that it is read once. Choose your mailbox',
    graph: linearGraph(
      quarter,
      {
        id: 'read',
        type: 'read_mailbox',
        name: 'New mail',
        params: { connector: '', query: 'in:inbox', excludeLabel: 'atrium' },
      },
      { id: 'card', type: 'dispatch', name: 'Create cards', params: { destination: 'board://task' } },
      { id: 'tag', type: 'tag', name: 'Label the mail', params: { connector: '', label: 'atrium' } },
    ),
  },
  {
    id: 'bills-by-mail',
    name: 'Bills by mail',
    description:
      'Makes a card to pay with the files of every mail with a bill, and labels it. Choose your mailbox',
    graph: linearGraph(
      quarter,
      {
        id: 'read',
        type: 'read_mailbox',
        name: 'Mail with bills',
        params: { connector: '', query: 'has:attachment (invoice OR bill)', excludeLabel: 'atrium-bill' },
      },
      { id: 'save', type: 'save_attachments', name: 'Keep the files', params: { connector: '' } },
      {
        id: 'card',
        type: 'create_card',
        name: 'Plan the payment',
        params: {
          title: 'Pay: {{ $json.title }}',
          body: '{{ $json.rawContent }}',
          tags: ['bill'],
          fields: { files: '{{ $json.files }}' },
        },
      },
      { id: 'tag', type: 'tag', name: 'Label the mail', params: { connector: '', label: 'atrium-bill' } },
    ),
  },
  {
    id: 'calendar-to-cards',
    name: 'Calendar to cards',
    description: 'Keeps a card for each coming event of a calendar, every hour. Choose your calendar',
    graph: linearGraph(
      {
        id: 'hour',
        type: 'trigger.schedule',
        name: 'Every hour',
        params: { cron: '0 * * * *', tz: 'UTC' },
      },
      { id: 'events', type: 'calendar_to_tasks', name: 'Events to cards', params: { connector: '' } },
    ),
  },
  {
    id: 'prepare-meetings',
    name: 'Prepare meetings',
    description: 'Creates a card to prepare each event that comes from a calendar',
    graph: linearGraph(
      { id: 'new', type: 'trigger.event', name: 'New card', params: { eventType: 'task.created' } },
      {
        id: 'event',
        type: 'if',
        name: 'Is it an event?',
        params: {
          combinator: 'and',
          conditions: [{ left: '{{ $json.kind }}', operator: 'is', right: 'calendar' }],
        },
        output: 'true',
      },
      {
        id: 'card',
        type: 'create_card',
        name: 'Plan the preparation',
        params: {
          title: 'Prepare: {{ $json.title }}',
          tags: ['meeting'],
          fields: { eventCardId: '{{ $json.taskId }}' },
          key: '{{ $json.taskId }}',
        },
      },
    ),
  },
]
