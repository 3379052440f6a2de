import { z } from 'zod'
import { etag, ifMatch } from '../../core/headers.ts'
import { named } from '../../core/schemas.ts'
import { ok, tagged } from '../../core/tagged.ts'
import { VatRateBps } from '../money/money.ts'

export const paymentTermsAtMost = 365

const words = {
  paymentTermsDays: 'The days from issuing an invoice to its due date. 30 at first.',
  note: 'The text before the lines of a new draft. Null for none.',
  footer: 'The text after the lines of a new draft. Null for none.',
  onlinePayments:
    'True if invoices can be paid online, which needs a payment account. If false, invoices are issued as if there were no payment processor. True at first.',
}

/** What an organisation's invoices are made with unless the draft says otherwise. */
export const InvoiceDefaults = named('InvoiceDefaults', {
  paymentTermsDays: z.number().int().describe(words.paymentTermsDays),
  note: z.string().nullable().describe(words.note),
  footer: z.string().nullable().describe(words.footer),
  lastVatRateBps: z
    .number()
    .int()
    .nullable()
    .describe('The VAT rate of the newest invoice, in basis points. Null if there is none.'),
  onlinePayments: z.boolean().describe(words.onlinePayments),
})
export type InvoiceDefaults = z.infer<typeof InvoiceDefaults>

const text = z.string().trim().max(2_000).nullable()

export const PutInvoiceDefaults = z.strictObject({
  paymentTermsDays: z
    .number()
    .int()
    .min(0)
    .max(paymentTermsAtMost)
    .optional()
    .describe(words.paymentTermsDays),
  note: text.optional().describe(words.note),
  footer: text.optional().describe(words.footer),
  lastVatRateBps: VatRateBps.nullable()
    .optional()
    .describe('Ignored, so that you can send back what you read.'),
  onlinePayments: z.boolean().optional().describe(words.onlinePayments),
})
export type PutInvoiceDefaults = z.output<typeof PutInvoiceDefaults>

const invoicing = tagged('Invoicing')
const shown = ok('The defaults', InvoiceDefaults, etag)

export const getInvoiceDefaults = invoicing.org.get(
  'getInvoiceDefaults',
  '/api/invoicing/defaults',
  {
    sdk: 'invoices.defaults',
    summary: 'The defaults of new invoices',
    responses: shown,
  },
)

export const putInvoiceDefaults = invoicing.admin.put(
  'putInvoiceDefaults',
  '/api/invoicing/defaults',
  {
    sdk: 'invoices.setDefaults',
    summary: 'Set the defaults of new invoices',
    description:
      'A field that you leave out keeps its value. Issued invoices do not change. If you send the ETag of a read as `If-Match`, the change is refused (412) when somebody has changed the defaults since.',
    headers: ifMatch,
    body: PutInvoiceDefaults,
    responses: shown,
    errors: ['precondition_failed'],
    example: { body: { paymentTermsDays: 30, footer: 'Merci !' } },
  },
)
