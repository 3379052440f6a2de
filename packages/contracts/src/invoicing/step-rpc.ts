import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { DayOrMoment } from '../core/schemas.ts'
import { Customer, UpdateCustomer } from './customers.ts'
import { InvoicePayment, paymentMethods } from './invoice-payments.ts'
import { CreateInvoice, Invoice, InvoiceListItem } from './invoices.ts'

const orgId = z.string()
const userId = z.string().describe('The user that the run acts for.')
/** The caller's name for the record, unique in the organisation. Makes the call idempotent. */
const key = z.string().min(1).max(500)

export const mostFoundRecords = 100
export const customerSearchFields = [
  'id',
  'name',
  'email',
  'phone',
  'taxId',
  'billingCity',
  'billingPostalCode',
  'billingCountry',
  'currency',
] as const
export const invoiceSearchFields = [
  'id',
  'number',
  'customerId',
  'customerName',
  'customerEmail',
  'status',
  'source',
  'currency',
] as const

const found = { value: z.string().max(1_000), limit: z.number().int().min(1).max(mostFoundRecords) }

export const FindCustomers = defineRpc({
  subject: 'invoicing.find-customers',
  description:
    'Customers whose field equals a value, newest first, whatever the case, the accents, and the spelling of a phone number',
  input: z.object({ orgId, field: z.enum(customerSearchFields), ...found }),
  output: z.object({ items: z.array(Customer) }),
})

export const FindInvoices = defineRpc({
  subject: 'invoicing.find-invoices',
  description: 'Invoices whose field equals a value, newest first; case and accents do not matter',
  input: z.object({ orgId, field: z.enum(invoiceSearchFields), ...found }),
  output: z.object({ items: z.array(InvoiceListItem) }),
})

export const ChangeCustomer = defineRpc({
  subject: 'invoicing.change-customer',
  description: 'Changes a customer for a run',
  input: z.object({ orgId, userId, customerId: z.string(), set: UpdateCustomer }),
  output: z.object({ customer: Customer }),
})

export const DraftInvoice = defineRpc({
  subject: 'invoicing.draft-invoice',
  description: 'A new draft; the draft that the key made before is returned instead',
  input: z.object({ orgId, userId, key, draft: CreateInvoice }),
  output: z.object({ invoice: Invoice, created: z.boolean() }),
})

export const PayInvoice = defineRpc({
  subject: 'invoicing.pay-invoice',
  description: 'Records a payment; the payment that the key made before is returned instead',
  input: z.object({
    orgId,
    userId,
    key,
    invoiceId: z.string(),
    /** Whatever is due by default. */
    amountCents: z.number().int().min(1).optional(),
    /** Today by default. */
    paidAt: DayOrMoment.optional(),
    method: z.enum(paymentMethods),
    reference: z.string().nullable(),
  }),
  output: z.object({ payment: InvoicePayment, created: z.boolean() }),
  // The processor closes its invoice first.
  timeoutMs: 60_000,
})
