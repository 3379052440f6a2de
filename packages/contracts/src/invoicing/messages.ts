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

const invoiceEvent = (type: string, description: string) =>
  defineEvent({ type, description, domain: true, schema: invoice })

export const InvoiceCreated = invoiceEvent('invoice.created', 'An invoice was drafted')
export const InvoiceFinalized = invoiceEvent('invoice.finalized', 'An invoice was numbered and opened')
export const InvoicePaid = invoiceEvent('invoice.paid', 'An invoice was paid')
export const InvoiceVoided = invoiceEvent('invoice.voided', 'An invoice was voided by the organisation')
export const InvoiceUncollectible = invoiceEvent(
  'invoice.uncollectible',
  'An invoice was written off at the processor',
)
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

const count = z.number().int()
export const GenerateInvoices = defineRpc({
  subject: 'invoicing.generate-invoices',
  description: 'Bills every schedule that is due, of one org or of all; a failure is counted, not retried',
  input: z.object({
    limit: z.number().int().min(1).max(1_000).default(500),
    orgId: z.string().min(1).optional(),
  }),
  output: z.object({ claimed: count, finalized: count, failed: count, remaining: z.boolean() }),
  timeoutMs: 120_000,
})
