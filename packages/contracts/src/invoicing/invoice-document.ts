import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { CalendarDay, DayOrMoment, visible } from '../core/schemas.ts'

const text = (longest: number) =>
  z.string().trim().min(1).max(longest).regex(visible, 'Enter a text').nullable()

const addresses = z.array(EmailAddress).max(10)

/** Replaces the customer's usual addresses for one invoice. */
const TypedRecipients = z.strictObject({
  to: addresses.default([]).describe('The recipients, at most 10. The customer if empty.'),
  cc: addresses.default([]).describe('The recipients of a copy, at most 10.'),
})

const InvoiceRecipients = z.object({
  to: z.array(z.string()).describe('The recipients. The customer if empty.'),
  cc: z.array(z.string()).describe('The recipients of a copy.'),
})
export type InvoiceRecipients = z.infer<typeof InvoiceRecipients>

const longestText = 2_000
const longestReference = 100

/** Optional invoice fields shown on the document. Null removes a value. */
export const documentInput = {
  note: text(longestText)
    .optional()
    .describe('A text before the lines, at most 2,000 characters. Null removes it.'),
  footer: text(longestText)
    .optional()
    .describe('A text after the totals, at most 2,000 characters. Null removes it.'),
  orderNumber: text(longestReference)
    .optional()
    .describe('The customer’s order number (BT-13). Null removes it.'),
  buyerReference: text(longestReference)
    .optional()
    .describe('The customer’s reference, for example a Leitweg-ID (BT-10). Null removes it.'),
  contractNumber: text(longestReference)
    .optional()
    .describe('The number of the contract (BT-12). Null removes it.'),
  serviceFrom: DayOrMoment.nullable()
    .optional()
    .describe(
      'The first day of the service. A time counts as its day in the organisation’s time zone. Null removes it.',
    ),
  serviceTo: DayOrMoment.nullable()
    .optional()
    .describe('The last day of the service. The first day by default. Null removes it.'),
  recipients: TypedRecipients.nullable()
    .optional()
    .describe('Who receives the invoice. Null for the customer’s addresses.'),
}

/** The same fields in responses. */
export const documentFields = {
  note: z.string().nullable().describe('The text before the lines. Null if unset.'),
  footer: z.string().nullable().describe('The text after the totals. Null if unset.'),
  orderNumber: z.string().nullable().describe('The customer’s order number. Null if unset.'),
  buyerReference: z.string().nullable().describe('The customer’s reference. Null if unset.'),
  contractNumber: z.string().nullable().describe('The contract’s number. Null if unset.'),
  serviceFrom: CalendarDay.nullable().describe(
    'The first day of the service, in the organisation’s time zone. Null if unset.',
  ),
  serviceTo: CalendarDay.nullable().describe(
    'The last day of the service, in the organisation’s time zone. Null if unset.',
  ),
  recipients: InvoiceRecipients.nullable().describe(
    'Who receives the invoice. Null for the customer’s addresses.',
  ),
}

const documentShape = z.object(documentInput)
export type DocumentInput = z.output<typeof documentShape>
