import { z } from 'zod'
import {
  byId,
  CalendarDay,
  CreatedAt,
  DayOrMoment,
  named,
  pageQuery,
  RecordId,
  visible,
} from '../core/schemas.ts'
import { created, noContent, page, tagged } from '../core/tagged.ts'

export const paymentMethods = ['transfer', 'card', 'cash', 'cheque', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

const amountCents = z
  .number()
  .int()
  .min(1)
  .max(999_999_999_999)
  .describe('The amount in minor units, in the invoice’s currency.')
const method = z.enum(paymentMethods).describe('How it was paid.')

/** Money received for an invoice. */
export const InvoicePayment = named('InvoicePayment', {
  id: RecordId,
  invoiceId: z.string().describe('The invoice’s id.'),
  amountCents,
  paidAt: CalendarDay.describe('The day of the payment in the organisation’s time zone.'),
  method,
  reference: z.string().nullable().describe('The payment’s reference. Null if it has none.'),
  source: z
    .enum(['recorded', 'processor'])
    .describe('`recorded` if somebody recorded it here, `processor` if the processor reported it.'),
  mirror: z
    .enum(['none', 'pending', 'done', 'refused'])
    .describe(
      'Whether the processor’s page asks for less because of it. `none` if the invoice is not there, or if the payment closed it there.',
    ),
  bankTransactionId: z
    .string()
    .nullable()
    .describe('The bank transaction that it comes from. Null if it comes from no statement.'),
  problem: z
    .string()
    .nullable()
    .describe('Why the processor refused to ask for less. Null if it did not.'),
  createdAt: CreatedAt,
})
export type InvoicePayment = z.output<typeof InvoicePayment>

export const RecordPayment = z.strictObject({
  amountCents,
  paidAt: DayOrMoment.describe(
    'The day of the payment, not in the future. A time counts as its day in the organisation’s time zone.',
  ),
  method,
  reference: z
    .string()
    .trim()
    .max(200)
    .regex(visible, 'Enter a text')
    .nullable()
    .default(null)
    .describe('The payment’s reference. Null if it has none.'),
})
export type RecordPayment = z.output<typeof RecordPayment>

export const PaymentListQuery = z.object(pageQuery)
export type PaymentListQuery = z.output<typeof PaymentListQuery>

const invoicing = tagged('Invoicing')

export const recordPayment = invoicing.admin.post('recordPayment', '/api/invoicing/{id}/payments', {
  params: byId,
  sdk: 'invoices.recordPayment',
  summary: 'Record a payment of all or part of an open invoice',
  description:
    'The invoice becomes paid when nothing is due. If the invoice is at the processor, its page there asks for the rest only, and the last payment closes it there.',
  body: RecordPayment,
  idempotent: true,
  responses: created('The payment', InvoicePayment, { Location: 'Its address' }),
  errors: [
    'invoice_not_open',
    'nothing_due',
    'exceeds_amount_due',
    'paid_in_future',
    'not_configured',
    'processor_refused',
  ],
  example: {
    params: { id: '{transferred.id}' },
    body: { amountCents: 5_000, paidAt: '2026-03-01', method: 'transfer', reference: 'Deposit' },
  },
})

export const listPayments = invoicing.org.get('listPayments', '/api/invoicing/{id}/payments', {
  params: byId,
  sdk: 'invoices.payments',
  summary: 'The payments of an invoice, newest first',
  query: PaymentListQuery,
  responses: page(InvoicePayment),
  example: { params: { id: '{transferred.id}' }, query: { limit: 10 } },
})

export const undoPayment = invoicing.admin.delete(
  'undoPayment',
  '/api/invoicing/{id}/payments/{paymentId}',
  {
    params: byId.extend({ paymentId: z.string().describe('The payment’s id.') }),
    sdk: 'invoices.undoPayment',
    summary: 'Undo a payment that was recorded by hand',
    description:
      'The amount is due again. A payment of an invoice that is closed at the processor stays, because the processor cannot open it again. A payment from a bank statement is undone by undoing the match of its transaction.',
    responses: noContent('Undone'),
    errors: ['invoice_not_open', 'paid_at_processor', 'payment_of_bank'],
    example: { params: { id: '{transferred.id}', paymentId: '{mistaken.id}' } },
  },
)
