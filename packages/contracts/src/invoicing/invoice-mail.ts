import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { named, visible } from '../core/schemas.ts'

const addresses = z.array(EmailAddress).max(10)

/** The recipients and an optional message. The default recipient is the customer. */
export const SendInvoice = z.strictObject({
  to: addresses
    .min(1)
    .optional()
    .describe('The recipients, at most 10. By default those of the invoice, else of the customer.'),
  cc: addresses
    .optional()
    .describe(
      'The recipients of a copy, at most 10. By default the usual ones, if `to` is left out.',
    ),
  message: z
    .string()
    .trim()
    .max(5_000)
    .regex(visible, 'Enter a text')
    .optional()
    .describe('Your own text, placed before the email’s text.'),
})
export type SendInvoice = z.output<typeof SendInvoice>

/** A mail about an invoice as its recipients will see it. */
export const InvoiceMailPreview = named('InvoiceMailPreview', {
  sentBy: z
    .enum(['atrium', 'processor'])
    .describe(
      '`processor` if finalizing the draft lets the payment processor mail it with its own text.',
    ),
  to: z.array(z.string()).describe('The recipients.'),
  cc: z.array(z.string()).describe('The recipients of a copy.'),
  subject: z.string().describe('The subject of the mail.'),
  text: z.string().describe('The mail as text.'),
  html: z.string().describe('The mail as HTML. The logo is inside it.'),
})
export type InvoiceMailPreview = z.output<typeof InvoiceMailPreview>

/** A mail about an estimate as its recipients will see it. */
export const EstimateMailPreview = named(
  'EstimateMailPreview',
  InvoiceMailPreview.omit({ sentBy: true }).shape,
)
export type EstimateMailPreview = z.output<typeof EstimateMailPreview>
