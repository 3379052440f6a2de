import { onEvent, step, type Templates } from './template.ts'

export const clientTemplates: Templates = {
  'answer-quote-requests': {
    name: 'Answer quote requests',
    description: 'Thanks every visitor who asks for a quote by mail, and notes that on the card',
    steps: [
      onEvent('asked', 'Quote requested', 'quote.submitted'),
      step('mail', 'send_email', 'Thank the visitor', {
        to: '{{ $json.email }}',
        subject: 'Your request',
        text: 'Dear {{ $json.name }},\n\nthank you for your request. We will answer within two working days.',
        key: '{{ $json.taskId }}',
      }),
      step('note', 'log_activity', 'Note it', {
        text: 'The request was confirmed to {{ $json.email }}',
      }),
    ],
  },
  'greet-new-contacts': {
    name: 'Note new contacts',
    description: 'Writes where a contact came from on its timeline',
    steps: [
      onEvent('new', 'New contact', 'contact.created'),
      step('log', 'log_activity', 'Note it', { text: 'Contact {{ $json.name }} was created' }),
    ],
  },
  'follow-up-contacts': {
    name: 'Follow up new contacts',
    description: 'Creates a card to call each new contact',
    steps: [
      onEvent('new', 'New contact', 'contact.created'),
      step('card', 'create_card', 'Plan the call', {
        title: 'Call {{ $json.name }}',
        body: 'Address: {{ $json.email }}',
        tags: ['follow-up'],
        fields: { contactId: '{{ $json.taskId }}' },
        key: '{{ $json.taskId }}',
      }),
    ],
  },
  'welcome-customers': {
    name: 'Welcome new customers',
    description: 'Sends each new customer a mail',
    steps: [
      onEvent('new', 'New customer', 'customer.created'),
      step('mail', 'send_email', 'Welcome them', {
        to: '{{ $json.email }}',
        subject: 'Welcome',
        text: 'Dear {{ $json.name }},\n\nthank you for your trust. Answer this mail whenever you need us.',
        key: '{{ $json.customerId }}',
      }),
    ],
  },
  'thank-for-payments': {
    name: 'Thank for payments',
    description: 'Creates a card to thank the customer of each paid invoice',
    steps: [
      onEvent('paid', 'Invoice paid', 'invoice.paid'),
      step('card', 'create_card', 'Plan the thanks', {
        title: 'Say thanks for {{ $json.number }}',
        tags: ['money'],
        fields: { invoiceId: '{{ $json.invoiceId }}', customerId: '{{ $json.customerId }}' },
        key: '{{ $json.invoiceId }}',
      }),
    ],
  },
  'card-for-lost-invoices': {
    name: 'A card for every invoice that is lost',
    description: 'Creates a card when an invoice is written off at the processor',
    steps: [
      onEvent('lost', 'Invoice written off', 'invoice.uncollectible'),
      step('card', 'create_card', 'Create the card', {
        title: '{{ $json.number }} was written off',
        body: 'Decide on a reminder, a payment plan or a credit note',
        tags: ['money'],
        fields: { invoiceId: '{{ $json.invoiceId }}', customerId: '{{ $json.customerId }}' },
        key: '{{ $json.invoiceId }}',
      }),
    ],
  },
}
