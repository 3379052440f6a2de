import { bankSteps } from './bank.ts'
import { catalogSteps } from './catalog.ts'
import { estimateSteps } from './estimates.ts'
import type { ExampleStep } from './example-step.ts'
import { invoiceSteps } from './invoices.ts'
import { fileReceivedInvoice, signedEvent, submitAtProcessor } from './money-states.ts'
import { scheduleSteps } from './schedules.ts'

const account: readonly ExampleStep[] = [
  { operation: 'onboardPayments' },
  {
    operation: 'getPaymentsStatus',
    before: (platform, seen) =>
      submitAtProcessor(platform, seen.text('onboardPayments.url'), { outcome: 'enable' }),
  },
]

const journal: readonly ExampleStep[] = [
  { operation: 'getAccounting' },
  { operation: 'listAccountingMonths' },
  { operation: 'exportAccounting' },
  {
    operation: 'listIncomingDocuments',
    before: (platform, seen) => fileReceivedInvoice(platform, seen.text('org.id')),
  },
  { operation: 'bookIncomingDocument' },
  { operation: 'unbookIncomingDocument' },
]

/** The processor's requests, until the account is disconnected. */
const processor: readonly ExampleStep[] = [
  {
    operation: 'receiveConnectWebhook',
    as: 'nobody',
    request: (seen) =>
      signedEvent('PAYMENTS_CONNECT_WEBHOOK_SECRET', {
        type: 'account.updated',
        account: seen.text('getPaymentsStatus.accountId'),
        object: {
          id: seen.text('getPaymentsStatus.accountId'),
          charges_enabled: true,
          details_submitted: true,
        },
      }),
  },
  {
    operation: 'receiveInvoicingWebhook',
    as: 'nobody',
    request: (seen) =>
      signedEvent('PAYMENTS_INVOICING_WEBHOOK_SECRET', {
        type: 'invoice.paid',
        account: seen.text('getPaymentsStatus.accountId'),
        object: { id: seen.text('finalizeInvoice.paymentsInvoiceId'), currency: 'eur' },
      }),
  },
  {
    operation: 'receiveOffersWebhook',
    as: 'nobody',
    request: (seen) =>
      signedEvent('PAYMENTS_OFFERS_WEBHOOK_SECRET', {
        type: 'checkout.session.expired',
        account: seen.text('getPaymentsStatus.accountId'),
        object: { id: 'cs_test_1', mode: 'payment', payment_status: 'unpaid', currency: 'eur' },
      }),
  },
  { operation: 'disconnectPayments' },
]

/** An organisation with sales, one-time and monthly bills, payments and bookkeeping. */
export const invoicingExamples: readonly ExampleStep[] = [
  ...account,
  ...catalogSteps,
  ...invoiceSteps,
  ...bankSteps,
  ...estimateSteps,
  ...scheduleSteps,
  ...journal,
  ...processor,
]
