import { z } from 'zod'
import {
  byId,
  CalendarDay,
  CreatedAt,
  named,
  pageQuery,
  RecordId,
  visible,
} from '../../core/schemas.ts'
import { created, file, ok, page, tagged } from '../../core/tagged.ts'
import { EInvoiceQuery } from '../e-invoice.ts'
import { InvoiceLines } from '../invoice-lines.ts'

/** A credit for all or part of an invoice, in the invoice's currency and VAT rate. */
export const CreditNote = named('CreditNote', {
  id: RecordId,
  number: z
    .string()
    .describe(
      'Unique in the organisation and without gaps. `CN-<year>-<6 digits>` unless the numbering says otherwise.',
    ),
  invoiceId: z.string().describe('The invoice’s id.'),
  subtotalAmountCents: z.number().int().describe('The total excluding VAT, in minor units.'),
  vatAmountCents: z.number().int().describe('The VAT in minor units, rounded per line.'),
  totalAmountCents: z.number().int().describe('The total including VAT, in minor units.'),
  reason: z.string().describe('Why the invoice was credited. The customer reads it.'),
  mirror: z
    .enum(['none', 'pending', 'done', 'refused'])
    .describe('The credit note’s state at the processor. `none` if the invoice is not there.'),
  problem: z
    .string()
    .nullable()
    .describe('Why the processor refused the credit note. Null if it did not.'),
  issuedOn: CalendarDay.describe('The issue day in the organisation’s time zone.'),
  createdAt: CreatedAt,
})
export type CreditNote = z.infer<typeof CreditNote>

/**
 * Lines exclude VAT, and `amountCents` includes VAT. If both are absent, all that is left of the
 * invoice is credited.
 */
export const CreateCreditNote = z
  .strictObject({
    lineItems: InvoiceLines.optional().describe(
      'The lines to credit, excluding VAT. Without lines and amount, the rest of the invoice is credited.',
    ),
    amountCents: z
      .number()
      .int()
      .min(1)
      .max(999_999_999_999)
      .optional()
      .describe(
        'The amount to credit including VAT, in minor units. Send either an amount or lines.',
      ),
    reason: z
      .string()
      .trim()
      .max(500)
      .regex(visible, 'Enter a text')
      .describe('Why the invoice was credited. The customer reads it.'),
  })
  .refine(({ lineItems, amountCents }) => lineItems === undefined || amountCents === undefined, {
    message: 'Choose lines or an amount, not both',
    path: ['amountCents'],
  })
export type CreateCreditNote = z.output<typeof CreateCreditNote>

export const CreditNoteListQuery = z.object(pageQuery)
export type CreditNoteListQuery = z.output<typeof CreditNoteListQuery>

const invoicing = tagged('Invoicing')

export const createCreditNote = invoicing.admin.post(
  'createCreditNote',
  '/api/invoicing/{id}/credit-notes',
  {
    params: byId,
    sdk: 'invoices.credit',
    summary: 'Credit all or part of an issued invoice',
    description:
      'Lines exclude VAT, and `amountCents` includes it. If both are absent, the rest of the invoice is credited. The last credit note takes the exact rest. The payment processor gets the credit note, but no money is returned.',
    body: CreateCreditNote,
    idempotent: true,
    responses: created('The credit note', CreditNote, { Location: 'Its PDF' }),
    errors: [
      'invoice_not_issued',
      'invoice_void',
      'exceeds_invoice',
      'credit_not_positive',
      'amount_too_large',
      'vat_rate_invalid',
    ],
    example: {
      body: {
        lineItems: [{ description: 'Croissants', quantity: 20, unitAmountCents: 95 }],
        reason: 'Twenty croissants were missing',
      },
    },
  },
)

export const listCreditNotes = invoicing.org.get(
  'listCreditNotes',
  '/api/invoicing/{id}/credit-notes',
  {
    params: byId,
    sdk: 'invoices.creditNotes',
    summary: 'The credit notes of an invoice, newest first',
    query: CreditNoteListQuery,
    responses: page(CreditNote),
    example: { query: { limit: 10 } },
  },
)

export const retryCreditNote = invoicing.admin.post(
  'retryCreditNote',
  '/api/credit-notes/{id}/retry',
  {
    params: byId,
    sdk: 'invoices.retryCreditNote',
    summary: 'Send a refused credit note to the processor again',
    description:
      '`mirror` and `problem` in the response state the outcome. A pending credit note is retried later.',
    responses: ok('The credit note', CreditNote),
    errors: ['credit_note_not_refused', 'not_configured'],
    example: { params: { id: '{refusedNote.id}' } },
  },
)

const creditNote = invoicing.org.at('/api/credit-notes/{id}', byId)

export const getCreditNotePdf = creditNote.get('getCreditNotePdf', '/pdf', {
  sdk: 'invoices.creditNotePdf',
  summary: 'A credit note as a PDF by the platform',
  responses: file('The PDF', 'application/pdf'),
  example: { params: { id: '{createCreditNote.id}' } },
})

export const getCreditNoteEInvoice = creditNote.get('getCreditNoteEInvoice', '/e-invoice', {
  sdk: 'invoices.creditNoteEInvoice',
  summary: 'A credit note as an EN 16931 e-invoice (type 381)',
  query: EInvoiceQuery,
  responses: file('The XML', 'application/xml'),
  errors: ['e_invoice_incomplete', 'e_invoice_currency'],
  example: { params: { id: '{createCreditNote.id}' }, query: { format: 'ubl' } },
})
