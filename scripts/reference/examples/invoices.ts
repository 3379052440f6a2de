import { eventually } from '@atrium/testkit'
import type { Seen } from '../seen.ts'
import { type ExamplePlatform, type ExampleStep, from, one } from './example-step.ts'
import { submitAtProcessor } from './money-states.ts'

/** Waits until the timeline has the mail that a user sent, because the timeline is recorded later. */
const untilMailed = (platform: ExamplePlatform, seen: Seen): Promise<void> =>
  eventually(async () => {
    const { items } = await platform
      .client('owner')
      .invoices.timeline({ params: { id: seen.text('createInvoice.id') } })
    if (!items.some(({ kind, author }) => kind === 'mailed' && author.type === 'user'))
      throw new Error('not mailed yet')
  })

/** An invoice from draft to payment with its files, and the other ways an invoice can end. */
export const invoiceSteps: readonly ExampleStep[] = [
  { operation: 'putSeller' },
  { operation: 'getSeller' },
  { operation: 'putInvoiceDefaults' },
  { operation: 'getInvoiceDefaults' },
  { operation: 'putNumbering' },
  { operation: 'getNumbering' },
  { operation: 'getInvoicingSetUp' },
  { operation: 'listVatRates' },
  { operation: 'createInvoice' },
  { operation: 'getInvoice' },
  { operation: 'checkInvoice' },
  { operation: 'updateInvoice' },
  { operation: 'finalizeInvoice' },
  { operation: 'getInvoicePdf' },
  { operation: 'getPublicInvoice' },
  { operation: 'getPublicInvoicePdf' },
  { operation: 'getEInvoice' },
  { operation: 'previewInvoiceMail' },
  { operation: 'sendInvoice' },
  {
    operation: 'listInvoices',
    before: untilMailed,
  },
  { operation: 'exportInvoices' },
  { operation: 'createCreditNote' },
  { operation: 'getCreditNotePdf' },
  { operation: 'getCreditNoteEInvoice' },
  {
    operation: 'createCreditNote',
    name: 'refusedNote',
    before: async (platform) =>
      platform.sandbox.payments.faults.add({
        match: 'POST /v1/credit_notes',
        kind: 'status',
        status: 400,
      }),
    ...one('createInvoice'),
    body: { amountCents: 443, reason: 'A loaf was returned' },
  },
  { operation: 'retryCreditNote' },
  { operation: 'listCreditNotes' },
  {
    operation: 'syncInvoice',
    before: (platform, seen) =>
      submitAtProcessor(platform, seen.text('finalizeInvoice.paymentsHostedInvoiceUrl')),
  },
  { operation: 'listInvoiceTimeline' },
  {
    operation: 'createInvoice',
    name: 'transferred',
    body: {
      customerId: from('createCustomer.id'),
      lineItems: [{ description: 'Wedding cake', quantity: 1, unitAmountCents: 18_000 }],
      vatRateBps: 550,
    },
  },
  { operation: 'finalizeInvoice', ...one('transferred') },
  { operation: 'recordPayment' },
  {
    operation: 'recordPayment',
    name: 'mistaken',
    ...one('transferred'),
    body: { amountCents: 2_000, paidAt: '2026-03-02', method: 'cash' },
  },
  { operation: 'listPayments' },
  { operation: 'undoPayment' },
  { operation: 'markInvoicePaid' },
  {
    operation: 'createInvoice',
    name: 'wrong',
    body: {
      customerId: from('createCustomer.id'),
      lineItems: [{ description: 'Rolls', quantity: 300, unitAmountCents: 45 }],
      vatRateBps: 550,
    },
  },
  { operation: 'finalizeInvoice', ...one('wrong') },
  { operation: 'voidInvoice' },
  {
    operation: 'createInvoice',
    name: 'free',
    body: {
      customerId: from('createCustomer.id'),
      lineItems: [{ description: 'A tasting, for free', quantity: 1, unitAmountCents: 0 }],
    },
  },
  { operation: 'finalizeInvoice', ...one('free') },
  { operation: 'resetInvoice' },
  { operation: 'summariseInvoices' },
  { operation: 'putReminderSettings' },
  { operation: 'getReminderSettings' },
  { operation: 'previewReminder' },
]
