import { eventually } from '@atrium/testkit'
import type { Seen } from '../seen.ts'
import { type ExamplePlatform, type ExampleStep, from, one } from './example-step.ts'
import { submitAtProcessor } from './money-states.ts'

/** Waits until the timeline has the mail that a user sent, because the timeline is recorded later. */
const untilMailed = (platform: ExamplePlatform, seen: Seen): Promise<void> =>
  eventually(async () => {
    const { items } = await platform
      .client('owner')
      .invoices.timeline({ params: { id: seen.text('invoice.id') } })
    if (!items.some(({ kind, author }) => kind === 'mailed' && author.type === 'user'))
      throw new Error('not mailed yet')
  })

/** An invoice from draft to payment with its files, and the other ways an invoice can end. */
export const invoiceSteps: readonly ExampleStep[] = [
  {
    operation: 'putSeller',
    body: {
      name: 'Example Bakery SARL',
      line1: '3 rue du Four',
      postalCode: '13001',
      city: 'Marseille',
      country: 'FR',
      taxId: 'FR32123456789',
      registration: '123 456 789 RCS Marseille',
      legalForm: 'SARL',
      shareCapital: '10 000 EUR',
      email: 'bonjour@bakery.example',
      iban: 'FR76 3000 6000 0112 3456 7890 189',
      bic: 'AGRIFRPP',
      bankName: 'Banque de Marseille',
    },
  },
  { operation: 'getSeller' },
  { operation: 'putInvoiceDefaults', body: { paymentTermsDays: 30, footer: 'Merci !' } },
  { operation: 'getInvoiceDefaults' },
  { operation: 'putNumbering', body: { estimate: { prefix: 'DEVIS', digits: 4 } } },
  { operation: 'getNumbering' },
  { operation: 'getInvoicingSetUp' },
  { operation: 'listVatRates', query: { country: 'FR' } },
  {
    operation: 'createInvoice',
    name: 'invoice',
    body: {
      customerId: from('customer.id'),
      lineItems: [
        { description: 'Rye bread, 1 kg', quantity: 40, unitAmountCents: 420 },
        { description: 'Croissants', quantity: 120, unitAmountCents: 95 },
      ],
      vatRateBps: 550,
    },
  },
  { operation: 'getInvoice', ...one('invoice') },
  { operation: 'checkInvoice', ...one('invoice') },
  {
    operation: 'updateInvoice',
    ...one('invoice'),
    body: {
      lineItems: [
        { description: 'Rye bread, 1 kg', quantity: 42, unitAmountCents: 420 },
        { description: 'Croissants', quantity: 120, unitAmountCents: 95 },
      ],
    },
  },
  { operation: 'finalizeInvoice', name: 'open', ...one('invoice') },
  { operation: 'getInvoicePdf', ...one('invoice') },
  {
    operation: 'getPublicInvoice',
    as: 'nobody',
    params: { token: from('open.publicToken') },
  },
  {
    operation: 'getPublicInvoicePdf',
    as: 'nobody',
    params: { token: from('open.publicToken') },
  },
  { operation: 'getEInvoice', ...one('invoice'), query: { format: 'ubl' } },
  { operation: 'previewInvoiceMail', ...one('invoice'), body: { message: 'Thank you!' } },
  { operation: 'sendInvoice', ...one('invoice') },
  {
    operation: 'listInvoices',
    before: untilMailed,
    query: { status: 'open', sortBy: 'dueDate', sortDir: 'asc', limit: 10 },
  },
  { operation: 'exportInvoices', query: { status: 'open' } },
  {
    operation: 'createCreditNote',
    name: 'creditNote',
    ...one('invoice'),
    body: {
      lineItems: [{ description: 'Croissants', quantity: 20, unitAmountCents: 95 }],
      reason: 'Twenty croissants were missing',
    },
  },
  { operation: 'getCreditNotePdf', ...one('creditNote') },
  { operation: 'getCreditNoteEInvoice', ...one('creditNote'), query: { format: 'ubl' } },
  {
    operation: 'createCreditNote',
    name: 'refusedNote',
    before: async (platform) =>
      platform.sandbox.payments.faults.add({
        match: 'POST /v1/credit_notes',
        kind: 'status',
        status: 400,
      }),
    ...one('invoice'),
    body: { amountCents: 443, reason: 'A loaf was returned' },
  },
  { operation: 'retryCreditNote', ...one('refusedNote') },
  { operation: 'listCreditNotes', ...one('invoice'), query: { limit: 10 } },
  {
    operation: 'syncInvoice',
    before: (platform, seen) =>
      submitAtProcessor(platform, seen.text('open.paymentsHostedInvoiceUrl')),
    ...one('invoice'),
  },
  { operation: 'listInvoiceTimeline', ...one('invoice'), query: { sortDir: 'asc', limit: 10 } },
  {
    operation: 'createInvoice',
    name: 'transferred',
    body: {
      customerId: from('customer.id'),
      lineItems: [{ description: 'Wedding cake', quantity: 1, unitAmountCents: 18_000 }],
      vatRateBps: 550,
    },
  },
  { operation: 'finalizeInvoice', ...one('transferred') },
  {
    operation: 'recordPayment',
    name: 'deposit',
    ...one('transferred'),
    body: { amountCents: 5_000, paidAt: '2026-03-01', method: 'transfer', reference: 'Deposit' },
  },
  {
    operation: 'recordPayment',
    name: 'mistaken',
    ...one('transferred'),
    body: { amountCents: 2_000, paidAt: '2026-03-02', method: 'cash' },
  },
  { operation: 'listPayments', ...one('transferred'), query: { limit: 10 } },
  {
    operation: 'undoPayment',
    params: { id: from('transferred.id'), paymentId: from('mistaken.id') },
  },
  {
    operation: 'markInvoicePaid',
    ...one('transferred'),
    body: {
      paidAt: '2026-03-02T09:30:00.000Z',
      method: 'bank_transfer',
      reference: 'Cake of the 12th',
    },
  },
  {
    operation: 'createInvoice',
    name: 'wrong',
    body: {
      customerId: from('customer.id'),
      lineItems: [{ description: 'Rolls', quantity: 300, unitAmountCents: 45 }],
      vatRateBps: 550,
    },
  },
  { operation: 'finalizeInvoice', ...one('wrong') },
  { operation: 'voidInvoice', ...one('wrong') },
  {
    operation: 'createInvoice',
    name: 'free',
    body: {
      customerId: from('customer.id'),
      lineItems: [{ description: 'A tasting, for free', quantity: 1, unitAmountCents: 0 }],
    },
  },
  { operation: 'finalizeInvoice', ...one('free') },
  { operation: 'resetInvoice', ...one('free') },
  { operation: 'summariseInvoices', query: { by: 'customer' } },
  {
    operation: 'putReminderSettings',
    body: {
      enabled: true,
      daysBefore: [3],
      daysAfter: [1, 14],
      texts: [
        {
          daysAfterDue: 14,
          subject: 'Invoice {number}: {amount} are overdue',
          text: 'Dear {customer}, please call us if you cannot pay {amount} now.',
        },
      ],
    },
  },
  { operation: 'getReminderSettings' },
  { operation: 'previewReminder', body: { daysAfterDue: 1, language: 'fr' } },
]
