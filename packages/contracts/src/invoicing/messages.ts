import { z } from 'zod'
import { defineDomainEvent, defineInternalEvent, defineRpc } from '../core/messages.ts'

const invoice = {
  invoiceId: z.string().describe('The invoice'),
  number: z.string().nullable().describe('Its number; null before it is finalized'),
  customerId: z.string().describe('The customer'),
  source: z.string().describe('one_off or recurring'),
  status: z.string().describe('Its status after the change'),
  currency: z.string().describe('ISO 4217, upper case'),
  totalAmountCents: z.number().int().describe('The amount to pay, in minor units'),
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
export const InvoicePaid = defineDomainEvent('invoice.paid', 'An invoice was paid', invoice)
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
    creditNoteId: z.string().describe('The credit note'),
    creditNoteNumber: z.string().describe('Its number'),
    amountCents: z.number().int().describe('Its total with VAT, in minor units'),
    reason: z.string().describe('Its reason'),
    creditedCents: z
      .number()
      .int()
      .describe('The total of all credit notes of the invoice, in minor units'),
    amountDueCents: z.number().int().describe('The amount that is still to pay, in minor units'),
  },
)
export const CustomerCreated = defineDomainEvent('customer.created', 'A customer was added', {
  customerId: z.string().describe('The customer'),
  name: z.string().describe('Its name'),
  email: z.string().describe('The address of its invoices'),
})
export const OfferChanged = defineDomainEvent(
  'offer.changed',
  'An active offer was created, updated, archived or deleted',
  {
    offerId: z.string().describe('The offer'),
    slug: z.string().describe('Its slug'),
    change: z.enum(['created', 'updated', 'archived', 'deleted']).describe('The change'),
  },
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
