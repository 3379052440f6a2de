import type { ExampleStep } from './example-step.ts'
import { submitAtProcessor } from './money-states.ts'

const params = (id: string) => ({ params: { id } })

/** An invoice from its draft to its payment, with its files, and what else becomes of invoices. */
export const invoiceSteps: readonly ExampleStep[] = [
  {
    operation: 'putSeller',
    request: () => ({
      body: {
        name: 'Example Bakery SARL',
        line1: '3 rue du Four',
        postalCode: '13001',
        city: 'Marseille',
        country: 'FR',
        taxId: 'FR32123456789',
        registration: '123 456 789 RCS Marseille',
      },
    }),
  },
  { operation: 'getSeller' },
  {
    operation: 'createInvoice',
    name: 'invoice',
    request: (seen) => ({
      body: {
        customerId: seen.text('customer.id'),
        lineItems: [
          { description: 'Rye bread, 1 kg', quantity: 40, unitAmountCents: 420 },
          { description: 'Croissants', quantity: 120, unitAmountCents: 95 },
        ],
        vatRateBps: 550,
      },
    }),
  },
  { operation: 'getInvoice', request: (seen) => params(seen.text('invoice.id')) },
  {
    operation: 'updateInvoice',
    request: (seen) => ({
      ...params(seen.text('invoice.id')),
      body: {
        lineItems: [
          { description: 'Rye bread, 1 kg', quantity: 42, unitAmountCents: 420 },
          { description: 'Croissants', quantity: 120, unitAmountCents: 95 },
        ],
      },
    }),
  },
  { operation: 'finalizeInvoice', name: 'open', request: (seen) => params(seen.text('invoice.id')) },
  { operation: 'getInvoicePdf', request: (seen) => params(seen.text('invoice.id')) },
  {
    operation: 'getEInvoice',
    request: (seen) => ({ ...params(seen.text('invoice.id')), query: { format: 'ubl' } }),
  },
  { operation: 'sendInvoice', request: (seen) => params(seen.text('invoice.id')) },
  {
    operation: 'listInvoices',
    request: () => ({ query: { status: 'open', sortBy: 'dueDate', sortDir: 'asc', limit: 10 } }),
  },
  { operation: 'exportInvoices', request: () => ({ query: { status: 'open' } }) },
  {
    operation: 'createCreditNote',
    name: 'creditNote',
    request: (seen) => ({
      ...params(seen.text('invoice.id')),
      body: {
        lineItems: [{ description: 'Croissants', quantity: 20, unitAmountCents: 95 }],
        reason: 'Twenty croissants were missing',
      },
    }),
  },
  { operation: 'getCreditNotePdf', request: (seen) => params(seen.text('creditNote.id')) },
  {
    operation: 'getCreditNoteEInvoice',
    request: (seen) => ({ ...params(seen.text('creditNote.id')), query: { format: 'ubl' } }),
  },
  {
    operation: 'createCreditNote',
    name: 'refusedNote',
    before: async (platform) =>
      platform.sandbox.payments.faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 400 }),
    request: (seen) => ({
      ...params(seen.text('invoice.id')),
      body: { amountCents: 443, reason: 'A loaf was returned' },
    }),
  },
  { operation: 'retryCreditNote', request: (seen) => params(seen.text('refusedNote.id')) },
  {
    operation: 'listCreditNotes',
    request: (seen) => ({ ...params(seen.text('invoice.id')), query: { limit: 10 } }),
  },
  {
    operation: 'syncInvoice',
    before: (platform, seen) => submitAtProcessor(platform, seen.text('open.paymentsHostedInvoiceUrl')),
    request: (seen) => params(seen.text('invoice.id')),
  },
  {
    operation: 'listInvoiceTimeline',
    request: (seen) => ({ ...params(seen.text('invoice.id')), query: { sortDir: 'asc', limit: 10 } }),
  },
  {
    operation: 'createInvoice',
    name: 'transferred',
    request: (seen) => ({
      body: {
        customerId: seen.text('customer.id'),
        lineItems: [{ description: 'Wedding cake', quantity: 1, unitAmountCents: 18_000 }],
        vatRateBps: 550,
      },
    }),
  },
  { operation: 'finalizeInvoice', request: (seen) => params(seen.text('transferred.id')) },
  {
    operation: 'markInvoicePaid',
    request: (seen) => ({
      ...params(seen.text('transferred.id')),
      body: { paidAt: '2026-03-02T09:30:00.000Z', method: 'bank_transfer', reference: 'Cake of the 12th' },
    }),
  },
  {
    operation: 'createInvoice',
    name: 'wrong',
    request: (seen) => ({
      body: {
        customerId: seen.text('customer.id'),
        lineItems: [{ description: 'Rolls', quantity: 300, unitAmountCents: 45 }],
        vatRateBps: 550,
      },
    }),
  },
  { operation: 'finalizeInvoice', request: (seen) => params(seen.text('wrong.id')) },
  { operation: 'voidInvoice', request: (seen) => params(seen.text('wrong.id')) },
  {
    operation: 'createInvoice',
    name: 'free',
    request: (seen) => ({
      body: {
        customerId: seen.text('customer.id'),
        lineItems: [{ description: 'A tasting, for free', quantity: 1, unitAmountCents: 0 }],
      },
    }),
  },
  { operation: 'finalizeInvoice', request: (seen) => params(seen.text('free.id')) },
  { operation: 'resetInvoice', request: (seen) => params(seen.text('free.id')) },
  { operation: 'summariseInvoices', request: () => ({ query: { by: 'customer' } }) },
  {
    operation: 'putReminderSettings',
    request: () => ({ body: { enabled: true, daysBefore: [3], daysAfter: [1, 14] } }),
  },
  { operation: 'getReminderSettings' },
]
