import { z } from 'zod'
import { ChangeAuthor } from '../board/timeline.ts'
import { defineRpc } from '../core/messages.ts'
import { byId, named, nextCursor, pageQuery, Timestamp } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

const whole = z.number().int()
const text = (longest: number) => z.string().max(longest).nullable()

/** The facts of an invoice or receipt that the organisation received. */
const facts = {
  supplier: text(320),
  number: text(120),
  title: z.string().max(500),
  currency: text(3),
  totalAmountCents: whole.nullable(),
  file: text(500),
  url: text(2_000),
  receivedAt: Timestamp,
}

export const IncomingDocument = named('IncomingDocument', {
  id: z.string(),
  ...facts,
  source: z.string().describe('Where it came from, such as mailbox'),
  externalId: z.string(),
  workflowId: z.string().nullable(),
  runId: z.string().nullable(),
  bookedAt: Timestamp.nullable(),
  bookedBy: ChangeAuthor.nullable(),
  createdAt: Timestamp,
})
export type IncomingDocument = z.infer<typeof IncomingDocument>

const accounting = tagged('Accounting')

export const IncomingDocumentQuery = z.object({
  booked: z.enum(['true', 'false']).optional(),
  limit: pageQuery.limit,
  cursor: z.string().max(300).optional(),
})
export type IncomingDocumentQuery = z.output<typeof IncomingDocumentQuery>

export const listIncomingDocuments = accounting.org.get(
  'listIncomingDocuments',
  '/api/accounting/documents',
  {
    sdk: 'accounting.documents',
    summary: 'The invoices and receipts that workflows filed, newest first',
    description:
      '`totals` adds up all that pass the filter, each currency apart; a document without an amount counts in `count` alone.',
    query: IncomingDocumentQuery,
    responses: ok(
      'A page',
      z.object({
        items: z.array(IncomingDocument),
        totals: z.array(
          z.object({ currency: z.string().nullable(), totalAmountCents: whole, count: whole }),
        ),
        next: nextCursor,
      }),
    ),
    errors: ['not_configured'],
  },
)

const shown = { 200: { description: 'The document', schema: IncomingDocument } }

const document = accounting.admin.at('/api/accounting/documents/{id}', byId)

export const bookIncomingDocument = document.post('bookIncomingDocument', '/book', {
  sdk: 'accounting.book',
  summary: 'Mark a document as booked',
  description: 'Booked twice, it keeps time and person of the first booking.',
  responses: shown,
  errors: ['not_configured'],
})

export const unbookIncomingDocument = document.post('unbookIncomingDocument', '/unbook', {
  sdk: 'accounting.unbook',
  summary: 'Take the mark of being booked away',
  responses: shown,
  errors: ['not_configured'],
})

export const documentsAtMost = 500

export const FileDocuments = defineRpc({
  subject: 'invoicing.file-documents',
  description:
    'Files received invoices and receipts, each once for its source; without accounting nothing is filed and `enabled` is false',
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
