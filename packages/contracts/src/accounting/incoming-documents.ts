import { z } from 'zod'
import { ChangeAuthor } from '../board/timeline.ts'
import { defineRpc } from '../core/messages.ts'
import {
  byId,
  CreatedAt,
  named,
  nextCursor,
  pageQuery,
  RecordId,
  Timestamp,
} from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

const whole = z.number().int()
const text = (longest: number) => z.string().max(longest).nullable()

/** The facts from a received invoice or receipt. */
const facts = {
  supplier: text(320).describe('The sender of the document. Null if unknown.'),
  number: text(120).describe('The supplier’s document number. Null if unknown.'),
  title: z
    .string()
    .max(500)
    .describe('The title at the source, for example the subject of an email.'),
  currency: text(3).describe('The amount’s ISO 4217 currency code. Null if unknown.'),
  totalAmountCents: whole
    .nullable()
    .describe('The total including VAT, in minor units. Null if unknown.'),
  file: text(500).describe('The name of the attached file. Null without a file.'),
  url: text(2_000).describe('The document’s URL at its source. Null if it has none.'),
  receivedAt: Timestamp.describe('When the organisation received the document.'),
}

export const IncomingDocument = named('IncomingDocument', {
  id: RecordId,
  ...facts,
  source: z.string().describe('The kind of source, for example a mailbox.'),
  externalId: z.string().describe('The document’s id at its source.'),
  workflowId: z
    .string()
    .nullable()
    .describe('The workflow that filed the document. Null if unknown.'),
  runId: z.string().nullable().describe('The run that filed the document. Null if unknown.'),
  bookedAt: Timestamp.nullable().describe(
    'When the document was marked as booked. Null until then.',
  ),
  bookedBy: ChangeAuthor.nullable().describe(
    'The user who marked the document as booked. Null until then.',
  ),
  createdAt: CreatedAt,
})
export type IncomingDocument = z.infer<typeof IncomingDocument>

const accounting = tagged('Accounting')

export const IncomingDocumentQuery = z.object({
  booked: z
    .enum(['true', 'false'])
    .optional()
    .describe('Returns only booked documents, or only unbooked ones.'),
  limit: pageQuery.limit,
  cursor: z.string().max(300).optional().describe('The `next` value of the previous page.'),
})
export type IncomingDocumentQuery = z.output<typeof IncomingDocumentQuery>

export const listIncomingDocuments = accounting.org.get(
  'listIncomingDocuments',
  '/api/accounting/documents',
  {
    sdk: 'accounting.documents',
    summary: 'The invoices and receipts that workflows filed, newest first',
    description:
      '`totals` adds up all documents that match the filter, separately for each currency. A document without an amount only counts in `count`.',
    query: IncomingDocumentQuery,
    responses: ok(
      'A page',
      z.object({
        items: z.array(IncomingDocument).describe('The documents on this page, newest first.'),
        totals: z
          .array(
            z.object({
              currency: z
                .string()
                .nullable()
                .describe('The ISO 4217 currency code. Null for documents without a currency.'),
              totalAmountCents: whole.describe('The sum of the known amounts, in minor units.'),
              count: whole.describe('The number of documents, including those without an amount.'),
            }),
          )
          .describe('The totals of all documents that match the filter, one entry per currency.'),
        next: nextCursor,
      }),
    ),
    errors: ['not_configured'],
    example: { query: { booked: 'false', limit: 10 } },
  },
)

const shown = { 200: { description: 'The document', schema: IncomingDocument } }

const document = accounting.admin.at('/api/accounting/documents/{id}', byId)

export const bookIncomingDocument = document.post('bookIncomingDocument', '/book', {
  sdk: 'accounting.book',
  summary: 'Mark a document as booked',
  description: 'Booking a document again keeps the time and user of the first booking.',
  responses: shown,
  errors: ['not_configured'],
  example: { params: { id: '{listIncomingDocuments.items.0.id}' } },
})

export const unbookIncomingDocument = document.post('unbookIncomingDocument', '/unbook', {
  sdk: 'accounting.unbook',
  summary: 'Mark a document as not booked',
  responses: shown,
  errors: ['not_configured'],
  example: { params: { id: '{listIncomingDocuments.items.0.id}' } },
})

export const documentsAtMost = 500

export const FileDocuments = defineRpc({
  subject: 'invoicing.file-documents',
  description:
    'Files received invoices and receipts, once per source. Without accounting nothing is filed and `enabled` is false',
  input: z.object({
    orgId: z.string().min(1),
    workflowId: z.string().nullable(),
    runId: z.string().nullable(),
    documents: z
      .array(
        z.object({ ...facts, source: z.string().max(120), externalId: z.string().min(1).max(500) }),
      )
      .max(documentsAtMost),
  }),
  output: z.object({ enabled: z.boolean(), filed: whole }),
  timeoutMs: 10_000,
})
