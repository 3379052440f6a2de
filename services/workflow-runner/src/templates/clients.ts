import { linearGraph } from '../nodes/linear-graph.ts'
import { onEvent, step, type Template } from './template.ts'

export const clientTemplates: readonly Template[] = [
  {
    id: 'answer-quote-requests',
    name: 'Answer quote requests',
    description: 'Thanks every visitor who asks for a quote by mail, and notes that on the card',
    graph: linearGraph(
      onEvent('asked', 'Quote requested', 'quote.submitted'),
      step('mail', 'send_email', 'Thank the visitor', {
        to: '{{ $json.email }}',
        subject: 'Your request',
        text: 'Dear {{ $json.name }},\n\nthank you for your request. We will answer within two working days.',
        key: '{{ $json.taskId }}',
      }),
      step('note', 'log_activity', 'Note it', { text: 'The request was confirmed to {{ $json.email }}' }),
    ),
  },
  {
    id: 'greet-new-contacts',
    name: 'Note new contacts',
    description: 'Writes where a contact came from on its timeline',
    graph: linearGraph(
      onEvent('new', 'New contact', 'contact.created'),
      step('log', 'log_activity', 'Note it', { text: 'Contact {{ $json.name }} was created' }),
    ),
  },
  {
    id: 'follow-up-contacts',
    name: 'Follow up new contacts',
    description: 'Creates a card to call each new contact',
    graph: linearGraph(
      onEvent('new', 'New contact', 'contact.created'),
      step('card', 'create_card', 'Plan the call', {
        title: 'Call {{ $json.name }}',
        body: 'Address: {{ $json.email }}',
        tags: ['follow-up'],
        fields: { contactId: '{{ $json.taskId }}' },
        key: '{{ $json.taskId }}',
      }),
    ),
  },
  {
    id: 'welcome-customers',
    name: 'Welcome new customers',
    description: 'Sends each new customer a mail',
    graph: linearGraph(
      onEvent('new', 'New customer', 'customer.created'),
      step('mail', 'send_email', 'Welcome them', {
        to: '{{ $json.email }}',
        subject: 'Welcome',
        text: 'Dear {{ $json.name }},\n\nthank you for your trust. Answer this mail whenever you need us.',
        key: '{{ $json.customerId }}',
      }),
    ),
  },
  {
    id: 'thank-for-payments',
    name: 'Thank for payments',
    description: 'Creates a card to thank the customer of each paid invoice',
    graph: linearGraph(
      onEvent('paid', 'Invoice paid', 'invoice.paid'),
      step('card', 'create_card', 'Plan the thanks', {
        title: 'Say thanks for {{ $json.number }}',
        tags: ['money'],
        fields: { invoiceId: '{{ $json.invoiceId }}', customerId: '{{ $json.customerId }}' },
        key: '{{ $json.invoiceId }}',
      }),
    ),
  },
  {
    id: 'card-for-lost-invoices',
    name: 'A card for every invoice that is lost',
    description: 'Creates a card when an invoice is written off at the processor',
    graph: linearGraph(
      onEvent('lost', 'Invoice written off', 'invoice.uncollectible'),
      step('card', 'create_card', 'Create the card', {
        title: '{{ $json.number }} was written off',
        body: 'Decide on a reminder, a payment plan or a credit note',
        tags: ['money'],
        fields: { invoiceId: '{{ $json.invoiceId }}', customerId: '{{ $json.customerId }}' },
        key: '{{ $json.invoiceId }}',
      }),
    ),
  },
]
