import { linearGraph } from '../nodes/linear-graph.ts'
import type { Template } from './template.ts'

export const clientTemplates: readonly Template[] = [
  {
    id: 'answer-quote-requests',
    name: 'Answer quote requests',
    description: 'Thanks every visitor who asks for a quote by mail, and notes that on the card',
    graph: linearGraph(
      {
        id: 'asked',
        type: 'trigger.event',
        name: 'Quote requested',
        params: { eventType: 'quote.submitted' },
      },
      {
        id: 'mail',
        type: 'send_email',
        name: 'Thank the visitor',
        params: {
          to: '{{ $json.email }}',
          subject: 'Your request',
          text: 'Dear {{ $json.name }},\n\nthank you for your request. We will answer within two working days.',
          key: '{{ $json.taskId }}',
        },
      },
      {
        id: 'note',
        type: 'log_activity',
        name: 'Note it',
        params: { text: 'The request was confirmed to {{ $json.email }}' },
      },
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
  {
    id: 'follow-up-contacts',
    name: 'Follow up new contacts',
    description: 'Creates a card to call each new contact',
    graph: linearGraph(
      { id: 'new', type: 'trigger.event', name: 'New contact', params: { eventType: 'contact.created' } },
      {
        id: 'card',
        type: 'create_card',
        name: 'Plan the call',
        params: {
          title: 'Call {{ $json.name }}',
          body: 'Address: {{ $json.email }}',
          tags: ['follow-up'],
          fields: { contactId: '{{ $json.taskId }}' },
          key: '{{ $json.taskId }}',
        },
      },
    ),
  },
  {
    id: 'welcome-customers',
    name: 'Welcome new customers',
    description: 'Sends each new customer a mail',
    graph: linearGraph(
      {
        id: 'new',
        type: 'trigger.event',
        name: 'New customer',
        params: { eventType: 'customer.created' },
      },
      {
        id: 'mail',
        type: 'send_email',
        name: 'Welcome them',
        params: {
          to: '{{ $json.email }}',
          subject: 'Welcome',
          text: 'Dear {{ $json.name }},\n\nthank you for your trust. Answer this mail whenever you need us.',
          key: '{{ $json.customerId }}',
        },
      },
    ),
  },
  {
    id: 'thank-for-payments',
    name: 'Thank for payments',
    description: 'Creates a card to thank the customer of each paid invoice',
    graph: linearGraph(
      { id: 'paid', type: 'trigger.event', name: 'Invoice paid', params: { eventType: 'invoice.paid' } },
      {
        id: 'card',
        type: 'create_card',
        name: 'Plan the thanks',
        params: {
          title: 'Say thanks for {{ $json.number }}',
          tags: ['money'],
          fields: { invoiceId: '{{ $json.invoiceId }}', customerId: '{{ $json.customerId }}' },
          key: '{{ $json.invoiceId }}',
        },
      },
    ),
  },
  {
    id: 'card-for-lost-invoices',
    name: 'A card for every invoice that is lost',
    description: 'Creates a card when an invoice is written off at the processor',
    graph: linearGraph(
      {
        id: 'lost',
        type: 'trigger.event',
        name: 'Invoice written off',
        params: { eventType: 'invoice.uncollectible' },
      },
      {
        id: 'card',
        type: 'create_card',
        name: 'Create the card',
        params: {
          title: '{{ $json.number }} was written off',
          body: 'Decide on a reminder, a payment plan or a credit note',
          tags: ['money'],
          fields: { invoiceId: '{{ $json.invoiceId }}', customerId: '{{ $json.customerId }}' },
          key: '{{ $json.invoiceId }}',
        },
      },
    ),
  },
]
