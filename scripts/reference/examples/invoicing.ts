import { bankSteps } from './bank.ts'
import { catalogSteps } from './catalog.ts'
import { estimateSteps } from './estimates.ts'
import { type ExampleStep, from } from './example-step.ts'
import { invoiceSteps } from './invoices.ts'
import { fileReceivedInvoice, signedEvent, submitAtProcessor } from './money-states.ts'
import { scheduleSteps } from './schedules.ts'

const account: readonly ExampleStep[] = [
  { operation: 'onboardPayments', name: 'onboarding' },
  {
    operation: 'getPaymentsStatus',
    name: 'account',
    before: (platform, seen) =>
      submitAtProcessor(platform, seen.text('onboarding.url'), { outcome: 'enable' }),
  },
]

const journal: readonly ExampleStep[] = [
  { operation: 'getAccounting' },
  { operation: 'listAccountingMonths', name: 'months' },
  {
    operation: 'exportAccounting',
    query: { month: from('months.items.0.month'), currency: 'EUR' },
  },
  {
    operation: 'listIncomingDocuments',
    name: 'documents',
    before: (platform, seen) => fileReceivedInvoice(platform, seen.text('org.id')),
    query: { booked: 'false', limit: 10 },
  },
  { operation: 'bookIncomingDocument', params: { id: from('documents.items.0.id') } },
  { operation: 'unbookIncomingDocument', params: { id: from('documents.items.0.id') } },
]

/** The processor's requests, until the account is disconnected. */
const processor: readonly ExampleStep[] = [
  {
    operation: 'receiveConnectWebhook',
    as: 'nobody',
    request: (seen) =>
      signedEvent('PAYMENTS_CONNECT_WEBHOOK_SECRET', {
        type: 'account.updated',
        account: seen.text('account.accountId'),
        object: {
          id: seen.text('account.accountId'),
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
        account: seen.text('account.accountId'),
        object: { id: seen.text('open.paymentsInvoiceId'), currency: 'eur' },
      }),
  },
  {
    operation: 'receiveOffersWebhook',
    as: 'nobody',
    request: (seen) =>
      signedEvent('PAYMENTS_OFFERS_WEBHOOK_SECRET', {
        type: 'checkout.session.expired',
        account: seen.text('account.accountId'),
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
