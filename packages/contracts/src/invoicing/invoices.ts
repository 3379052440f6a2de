import { z } from 'zod'
import {
  CalendarDay,
  CreatedAt,
  DayOrMoment,
  named,
  RecordId,
  Timestamp,
  UpdatedAt,
} from '../core/schemas.ts'
import { documentFields, documentInput } from './invoice-document.ts'
import { InvoiceLineItem, InvoiceLines } from './invoice-lines.ts'
import { VatRateBps } from './money/money.ts'
import { Buyer, InvoiceMailed, InvoiceWarning } from './parties/parties.ts'
import { Seller } from './parties/seller.ts'

export const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const
export const invoiceSources = ['one_off', 'recurring'] as const

export const Invoice = named('Invoice', {
  id: RecordId,
  number: z
    .string()
    .nullable()
    .describe(
      '`INV-<year>-<6 digits>`. Null until the invoice is first finalized. An imported sale has the processor’s number.',
    ),
  customerId: z.string().describe('The customer’s id.'),
  offerId: z.string().nullable().describe('The offer’s id. Null without an offer.'),
  scheduleId: z
    .string()
    .nullable()
    .describe('The schedule that created the invoice. Null if none did.'),
  source: z
    .enum(invoiceSources)
    .describe('`recurring` for an invoice of a schedule or subscription, otherwise `one_off`.'),
  status: z
    .enum(invoiceStatuses)
    .describe(
      '`draft` until the invoice is finalized. An open invoice ends as `paid`, `void` or `uncollectible`.',
    ),
  currency: z.string().describe('The ISO 4217 code of the amounts, in upper case.'),
  lineItems: z.array(InvoiceLineItem).describe('The lines, excluding VAT.'),
  vatRateBps: z
    .number()
    .int()
    .describe('The VAT rate in basis points of all lines without their own. 2000 is 20 %.'),
  subtotalAmountCents: z.number().int().describe('The total excluding VAT, in minor units.'),
  vatAmountCents: z.number().int().describe('The VAT in minor units, rounded per line.'),
  totalAmountCents: z.number().int().describe('The total including VAT, in minor units.'),
  creditedCents: z
    .number()
    .int()
    .describe('The total of all credit notes including VAT, in minor units.'),
  refundedCents: z
    .number()
    .int()
    .describe(
      'What the processor returned to the customer by refunds and lost disputes, in minor units. It does not change the status.',
    ),
  paidCents: z
    .number()
    .int()
    .describe('The sum of the payments, in minor units. Refunds do not reduce it.'),
  amountDueCents: z
    .number()
    .int()
    .describe(
      'What the customer still has to pay, in minor units. 0 if the invoice is paid or void.',
    ),
  issueDate: Timestamp.nullable().describe('When the invoice was finalized. Null for a draft.'),
  issuedOn: CalendarDay.nullable().describe(
    'The issue day in the organisation’s time zone. Null for a draft.',
  ),
  dueDate: Timestamp.nullable().describe(
    'The end of the due day in the organisation’s time zone. Null for a draft that is due 30 days after it is finalized.',
  ),
  dueOn: CalendarDay.nullable().describe(
    'The due day in the organisation’s time zone. Null for a draft that is due 30 days after it is finalized.',
  ),
  paidAt: Timestamp.nullable().describe('When the invoice was paid. Null until then.'),
  paymentReference: z
    .string()
    .nullable()
    .describe(
      'The structured reference for bank transfers (RF reference, ISO 11649), made from the number. Null for a draft, or if the number is too long for a reference.',
    ),
  publicToken: z.string().nullable().describe('The secret part of `publicUrl`. Null for a draft.'),
  publicUrl: z
    .string()
    .nullable()
    .describe(
      'The page where the customer sees and pays the invoice. Whoever has the address needs no account. Null for a draft.',
    ),
  ...documentFields,
  seller: Seller.nullable().describe(
    'The issuer as of when the invoice was finalized. Null for a draft, or if it was unknown.',
  ),
  buyer: Buyer.nullable().describe(
    'The customer as of when the invoice was finalized. Null for a draft.',
  ),
  mailed: InvoiceMailed.nullable().describe(
    'Whether the invoice was mailed. Null until the first attempt.',
  ),
  remindersPaused: z
    .boolean()
    .describe('True if the customer gets no reminders of this invoice. False at first.'),
  paymentsInvoiceId: z
    .string()
    .nullable()
    .describe('The invoice’s id at the processor. Null if it is not there.'),
  paymentsAccountId: z
    .string()
    .nullable()
    .describe(
      'The connected account at the processor that the invoice belongs to. Null if it is not there.',
    ),
  paymentsHostedInvoiceUrl: z
    .string()
    .nullable()
    .describe('The processor’s page where the customer pays. Null if there is none.'),
  paymentsInvoicePdfUrl: z
    .string()
    .nullable()
    .describe('The processor’s PDF. Null if there is none.'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Invoice = z.infer<typeof Invoice>

/** Why a document has lines without VAT. */
export const vatReasons = z
  .array(z.string())
  .describe(
    'Why lines have 0 % VAT, in the words and the language of the PDF. Empty if VAT is charged on every line.',
  )

/** An invoice with the sentences that its PDF states about VAT. */
export const InvoiceDetails = Invoice.extend({ vatReasons }).meta({ id: 'InvoiceDetails' })
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

/** An invoice in a list, with the customer's current name. */
export const InvoiceListItem = Invoice.extend({
  customerName: z.string().describe('The customer’s current name.'),
}).meta({
  id: 'InvoiceListItem',
})
export type InvoiceListItem = z.infer<typeof InvoiceListItem>

/**
 * A finalized invoice with warnings for the user: what the law requires and the invoice lacks, and
 * what an e-invoice receiver may do.
 */
export const FinalizedInvoice = Invoice.extend({
  warnings: z
    .array(InvoiceWarning)
    .describe('What the law requires and the invoice lacks. The invoice is open anyway.'),
  eInvoiceWarnings: z.array(InvoiceWarning).describe('What an e-invoice receiver may miss.'),
}).meta({
  id: 'FinalizedInvoice',
})
export type FinalizedInvoice = z.infer<typeof FinalizedInvoice>

const either = (value: { offerId?: unknown; lineItems?: unknown }): boolean =>
  (value.offerId === undefined) !== (value.lineItems === undefined)

export const CreateInvoice = z
  .strictObject({
    customerId: z.string().describe('The customer’s id.'),
    offerId: z
      .string()
      .optional()
      .describe(
        'The offer whose name and price become the only line. Send either `offerId` or `lineItems`.',
      ),
    lineItems: InvoiceLines.optional().describe(
      'The lines excluding VAT, at most 500. Send either `lineItems` or `offerId`.',
    ),
    vatRateBps: VatRateBps.default(0).describe(
      'The VAT rate in basis points of all lines without their own. 2000 is 20 %. 0 by default.',
    ),
    dueDate: DayOrMoment.nullable()
      .optional()
      .describe(
        'The due day. A time counts as its day in the organisation’s time zone. 30 days after the invoice is finalized by default.',
      ),
    ...documentInput,
  })
  .refine(either, { message: 'Choose a product or add lines', path: ['lineItems'] })
export type CreateInvoice = z.output<typeof CreateInvoice>

export const UpdateInvoice = z
  .strictObject({
    customerId: z.string().describe('The customer’s id.'),
    offerId: z.string().describe('The offer whose name and price replace the lines.'),
    lineItems: InvoiceLines.describe(
      'The lines that replace the current ones, excluding VAT, at most 500.',
    ),
    vatRateBps: VatRateBps.describe('The VAT rate in basis points. 2000 is 20 %.'),
    dueDate: DayOrMoment.nullable().describe(
      'The due day. A time counts as its day in the organisation’s time zone. Null for 30 days after the invoice is finalized.',
    ),
    remindersPaused: z
      .boolean()
      .describe(
        'True if the customer gets no reminders of this invoice. Alone it can be changed at any time.',
      ),
    ...documentInput,
  })
  .partial()
  .refine((value) => value.offerId === undefined || value.lineItems === undefined, {
    message: 'Choose a product or add lines, not both',
    path: ['lineItems'],
  })
export type UpdateInvoice = z.output<typeof UpdateInvoice>
