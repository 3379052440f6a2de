import {
  type BillingTimelineQuery,
  type ChangeAuthor,
  type InvoiceHistoryDetail,
  type InvoiceHistoryKind,
  newId,
} from '@atrium/contracts'
import { json, readPage } from '@atrium/database'
import type { Db, OrgKey, Row, Transaction } from '../../database.ts'

export type HistoryRow = Row<'invoice_history'>

export interface HistoryEntry {
  kind: InvoiceHistoryKind
  author: ChangeAuthor
  detail?: InvoiceHistoryDetail
}

export const recordHistories = (
  tx: Transaction,
  entries: ReadonlyArray<HistoryEntry & { invoice: OrgKey }>,
) =>
  tx
    .insertInto('invoice_history')
    .values(
      entries.map(({ invoice, kind, author, detail = {} }) => ({
        id: newId('tle'),
        org_id: invoice.org_id,
        invoice_id: invoice.id,
        kind,
        detail: json(detail),
        author: json(author),
      })),
    )
    .execute()

export const listHistory = (
  db: Db,
  orgId: string,
  invoiceId: string,
  { sortDir, ...page }: BillingTimelineQuery,
) =>
  readPage(
    db
      .selectFrom('invoice_history')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, invoice_id: invoiceId }))
      .orderBy('created_at', sortDir)
      .orderBy('id', sortDir),
    page,
  )
