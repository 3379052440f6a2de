import {
  commonErrors,
  type FileDocuments,
  IncomingDocument,
  type IncomingDocumentQuery,
} from '@atrium/contracts'
import { audit, createView, inTransaction, toColumns } from '@atrium/database'
import type { z } from 'zod'
import { MomentPosition, parseCursor, toPage } from '../cursor.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { insertDocuments, listDocumentRows, markDocument, totalDocuments } from './documents.db.ts'

const toDocument = createView(IncomingDocument)

/** Throws `not_configured` (400) if `ACCOUNTING_ENABLED` is off. */
export function requireAccounting({ config }: Pick<Deps, 'config'>): void {
  if (!config.ACCOUNTING_ENABLED) {
    throw commonErrors.not_configured({ message: 'Accounting is not configured' })
  }
}

export async function fileDocuments(
  deps: Deps,
  { orgId, workflowId, runId, documents }: z.output<typeof FileDocuments.input>,
): Promise<z.output<typeof FileDocuments.output>> {
  if (!deps.config.ACCOUNTING_ENABLED) return { enabled: false, filed: 0 }
  const rows = documents.map(({ receivedAt, ...facts }) => ({
    ...toColumns({ ...facts, workflowId, runId }),
    id: deps.newId('doc'),
    org_id: orgId,
    received_at: new Date(receivedAt),
  }))
  const filed = await inTransaction(deps.db, undefined, (tx) => insertDocuments(tx, rows))
  return { enabled: true, filed }
}

const notOurs = 'This page link is no longer valid. Open the list again.'

/** Returns a page and the overall sums. Throws `not_configured`, `validation_failed`. */
export async function listDocuments(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { booked: given, limit, cursor }: IncomingDocumentQuery,
) {
  requireAccounting(deps)
  const after = cursor === undefined ? undefined : parseCursor(MomentPosition, cursor, notOurs)
  const booked = given === undefined ? undefined : given === 'true'
  const [found, totals] = await Promise.all([
    listDocumentRows(deps.db, orgId, { booked, limit: limit + 1, after }),
    totalDocuments(deps.db, orgId, booked),
  ])
  const { rows, next } = toPage(found, limit, ({ received_at, id }) => [received_at, id])
  return {
    items: rows.map(toDocument),
    totals: totals.map(({ currency, total, count }) => ({
      currency,
      totalAmountCents: Number(total),
      count: Number(count),
    })),
    next,
  }
}

/** Marks a document as booked or not booked. Throws `not_found`, `not_configured`. */
export async function bookDocument(
  deps: Deps,
  { principal, tx }: Ctx,
  { id, isBooked }: { id: string; isBooked: boolean },
) {
  requireAccounting(deps)
  const mark = isBooked ? { at: deps.now(), by: toAuthor(principal) } : null
  return inTransaction(deps.db, tx, async (inner) => {
    const { row, isChanged } = await markDocument(inner, principal.orgId, id, mark)
    if (isChanged) {
      await audit(inner, principal.orgId, {
        action: isBooked ? 'document.booked' : 'document.unbooked',
        target: { type: 'document', id, name: row.title || row.number || row.supplier || row.id },
        detail: {
          supplier: row.supplier,
          amountCents: row.total_amount_cents === null ? null : Number(row.total_amount_cents),
          currency: row.currency,
        },
      })
    }
    return toDocument(row)
  })
}
