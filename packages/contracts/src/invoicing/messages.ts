import { z } from 'zod'
import { defineEvent, defineRpc } from '../core/messages.ts'

const invoice = z.object({
  invoiceId: z.string().describe('The invoice'),
  number: z.string().nullable().describe('Its number; null before it is finalized'),
  customerId: z.string().describe('Whom it bills'),
  source: z.string().describe('one_off or recurring'),
  status: z.string().describe('Its status after the change'),
  currency: z.string().describe('ISO 4217, upper case'),
  totalAmountCents: z.number().int().describe('What the customer pays, in minor units'),
})

export const InvoiceCreated = defineEvent({
  type: 'invoice.created',
  description: 'An invoice was drafted',
  domain: true,
  schema: invoice,
})
export const InvoiceFinalized = defineEvent({
  type: 'invoice.finalized',
  description: 'An invoice was numbered and opened',
  domain: true,
  schema: invoice,
})
export const InvoicePaid = defineEvent({
  type: 'invoice.paid',
  description: 'An invoice was paid',
  domain: true,
  schema: invoice,
})
export const InvoiceVoided = defineEvent({
  type: 'invoice.voided',
  description: 'An invoice was voided by the organisation',
  domain: true,
  schema: invoice,
})
export const InvoiceUncollectible = defineEvent({
  type: 'invoice.uncollectible',
  description: 'An invoice was written off at the processor',
  domain: true,
  schema: invoice,
})
export const CustomerCreated = defineEvent({
  type: 'customer.created',
  description: 'A customer was added',
  domain: true,
  schema: z.object({
    customerId: z.string().describe('The customer'),
    name: z.string().describe('Its name'),
    email: z.string().describe('Where its invoices go'),
  }),
})
export const OfferChanged = defineEvent({
  type: 'offer.changed',
  description: 'An active offer was created, updated, archived or deleted',
  domain: true,
  schema: z.object({
    offerId: z.string().describe('The offer'),
    slug: z.string().describe('Its slug'),
    change: z.enum(['created', 'updated', 'archived', 'deleted']).describe('What happened to it'),
  }),
})
export const ScheduleClaimed = defineEvent({
  type: 'schedule.claimed',
  description: 'A period of a recurring schedule was claimed for invoicing',
  domain: false,
  schema: z.object({ scheduleId: z.string(), period: z.string() }),
})

export const GenerateInvoices = defineRpc({
  subject: 'invoicing.generate-invoices',
  description: 'Bills every schedule that is due, of one org or of all; a failure is counted, not retried',
  input: z.object({
    limit: z.number().int().min(1).max(1_000).default(500),
    orgId: z.string().min(1).optional(),
  }),
  output: z.object({
    claimed: z.number().int(),
    finalized: z.number().int(),
    failed: z.number().int(),
    remaining: z.boolean(),
  }),
  timeoutMs: 120_000,
})
