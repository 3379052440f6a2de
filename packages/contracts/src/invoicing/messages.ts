import { z } from 'zod'
import {
  defineDomainEvent,
  defineInternalEvent,
  defineLiveEvent,
  defineRpc,
} from '../core/messages.ts'

const invoice = {
  invoiceId: z.string().describe('The invoice’s id.'),
  number: z.string().nullable().describe('The invoice’s number. Null until it is finalized.'),
  customerId: z.string().describe('The customer’s id.'),
  // Events from before an update lack the next two fields.
  customerName: z.string().default('').describe('The customer’s name.'),
  customerEmail: z.string().default('').describe('The email address that invoices go to.'),
  source: z.string().describe('`one_off` or `recurring`.'),
  status: z.string().describe('The invoice’s status after the change.'),
  currency: z.string().describe('The ISO 4217 currency code, in upper case.'),
  totalAmountCents: z.number().int().describe('The total including VAT, in minor units.'),
}

export const InvoiceCreated = defineDomainEvent(
  'invoice.created',
  'An invoice was drafted',
  invoice,
)
export const InvoiceFinalized = defineDomainEvent(
  'invoice.finalized',
  'An invoice was numbered and opened',
  invoice,
)
export const InvoicePaid = defineDomainEvent('invoice.paid', 'An invoice was paid', {
  ...invoice,
  // Events from before an update lack it.
  recordedById: z
    .string()
    .nullable()
    .default(null)
    .describe('The id of the user who recorded the payment. Null for a payment at the processor.'),
})
export const InvoiceVoided = defineDomainEvent(
  'invoice.voided',
  'An invoice was voided by the organisation',
  invoice,
)
export const InvoiceUncollectible = defineDomainEvent(
  'invoice.uncollectible',
  'An invoice was written off at the processor',
  invoice,
)
export const InvoiceCredited = defineDomainEvent(
  'invoice.credited',
  'A credit note took an amount off an invoice',
  {
    ...invoice,
    creditNoteId: z.string().describe('The credit note’s id.'),
    creditNoteNumber: z.string().describe('The credit note’s number.'),
    amountCents: z
      .number()
      .int()
      .describe('The credit note’s total including VAT, in minor units.'),
    reason: z.string().describe('Why the invoice was credited.'),
    creditedCents: z
      .number()
      .int()
      .describe('The total of the invoice’s credit notes, in minor units.'),
    amountDueCents: z
      .number()
      .int()
      .describe('What the customer still has to pay, in minor units.'),
  },
)
export const InvoiceOverdue = defineDomainEvent(
  'invoice.overdue',
  'An invoice was not paid by its due date',
  {
    ...invoice,
    dueOn: z.string().describe('The day by which the customer had to pay, as `YYYY-MM-DD`.'),
    amountDueCents: z
      .number()
      .int()
      .describe('What the customer still has to pay, in minor units.'),
  },
)
export const CustomerCreated = defineDomainEvent('customer.created', 'A customer was added', {
  customerId: z.string().describe('The customer’s id.'),
  name: z.string().describe('The customer’s name.'),
  email: z.string().describe('The email address that invoices go to.'),
})
export const CustomerRemoved = defineInternalEvent(
  'customer.removed',
  'A customer was merged into another one, or its personal data was removed',
  {
    customerId: z.string(),
    /** The customer that stays. Null if the personal data was removed. */
    into: z.string().nullable(),
  },
)
export const EstimateChanged = defineLiveEvent(
  'estimate.changed',
  'An estimate was sent, accepted, declined, invoiced or deleted',
  { estimateId: z.string().describe('The estimate’s id.') },
)
export const EstimateDecided = defineInternalEvent(
  'estimate.decided',
  'A customer accepted or declined an estimate on its page',
  {
    estimateId: z.string(),
    number: z.string(),
    decision: z.enum(['accepted', 'declined']),
    customerName: z.string(),
    amount: z.string(),
    /** Who accepted it. Null if it was declined. */
    name: z.string().nullable(),
    /** Why it was declined. Null if no reason was given. */
    reason: z.string().nullable(),
  },
)
export const OfferChanged = defineDomainEvent(
  'offer.changed',
  'An active offer was created, updated, archived or deleted',
  {
    offerId: z.string().describe('The offer’s id.'),
    slug: z.string().describe('The last part of the offer’s public URL.'),
    change: z.enum(['created', 'updated', 'archived', 'deleted']).describe('What changed.'),
  },
)
export const SaleRefused = defineInternalEvent(
  'offer.sale_refused',
  'A buyer could not buy an offer because of the seller’s set-up, once for each cause and day',
  { offerId: z.string(), name: z.string(), code: z.string() },
)
export const ScheduleClaimed = defineInternalEvent(
  'schedule.claimed',
  'A period of a recurring schedule was claimed for invoicing',
  { scheduleId: z.string(), period: z.string() },
)
export const SchedulePriceChanged = defineInternalEvent(
  'schedule.price_changed',
  'The price of an offer changed, and schedules still bill the earlier one',
  {
    offerId: z.string(),
    name: z.string(),
    price: z.string(),
    schedules: z.number().int(),
  },
)

export const PaymentReversed = defineInternalEvent(
  'invoice.payment_reversed',
  'A payment was refunded or disputed at the processor, or a dispute of it ended',
  {
    change: z.enum(['refunded', 'disputed', 'dispute_won', 'dispute_lost']),
    /** The invoice number, or the top-up's name. */
    name: z.string(),
    /** Null if it is a top-up. */
    invoiceId: z.string().nullable(),
    amount: z.string(),
    reason: z.string().nullable(),
  },
)

const count = z.number().int()
export const failuresAtMost = 20
export const CheckLogo = defineRpc({
  subject: 'invoicing.check-logo',
  description:
    'Whether a logo can be drawn on documents. `unreachable` means that its address did not send a file in time',
  input: z.object({ orgId: z.string(), url: z.string() }),
  output: z.object({ logo: z.enum(['drawable', 'unreadable', 'unreachable']) }),
  timeoutMs: 10_000,
})

export const ReadLogo = defineRpc({
  subject: 'invoicing.read-logo',
  description:
    'The logo of an organisation as a JPEG for mails, base64; null if its address does not deliver one in time',
  input: z.object({ orgId: z.string(), url: z.string() }),
  output: z.object({ picture: z.string().nullable() }),
  timeoutMs: 10_000,
})

export const SellerAddress = defineRpc({
  subject: 'invoicing.seller-address',
  description:
    'The postal address of an organisation on one line, from its company details; null without one',
  input: z.object({ orgId: z.string() }),
  output: z.object({ address: z.string().nullable() }),
  timeoutMs: 1_000,
})

export const GenerateInvoices = defineRpc({
  subject: 'invoicing.generate-invoices',
  description:
    'Bills every schedule that is due, of one org or of all; a failure is counted, not retried. The reasons are those of one org',
  input: z.object({
    limit: z.number().int().min(1).max(1_000).default(500),
    orgId: z.string().min(1).optional(),
  }),
  output: z.object({
    claimed: count,
    finalized: count,
    failed: count,
    failures: z
      .array(
        z.object({
          scheduleId: z.string(),
          description: z.string(),
          period: z.string(),
          code: z.string(),
          reason: z.string(),
        }),
      )
      .default([]),
    remaining: z.boolean(),
  }),
  timeoutMs: 120_000,
})
