import type {
  BillingTimelineQuery,
  ChangeAuthor,
  InvoiceHistoryDetail,
  InvoiceHistoryKind,
} from '@atrium/contracts'
import { json, type OutboxEntry, readPage } from '@atrium/database'
import type { Db, OrgKey, Row, Transaction } from '../../database.ts'
import type { IdSource } from '../../deps.ts'

export type HistoryRow = Row<'invoice_history'>

export interface HistoryEntry {
  kind: InvoiceHistoryKind
  author: ChangeAuthor
  detail?: InvoiceHistoryDetail
  /** The start of the transaction by default. */
  at?: Date
  /** Emitted with the entry's audit record. */
  events?: readonly OutboxEntry[]
}

export const recordHistories = (
  deps: IdSource,
  tx: Transaction,
  entries: ReadonlyArray<HistoryEntry & { invoice: OrgKey }>,
) =>
  tx
    .insertInto('invoice_history')
    .values(
      entries.map(({ invoice, kind, author, detail = {}, at }) => ({
        id: deps.newId('tle'),
        org_id: invoice.org_id,
        invoice_id: invoice.id,
        kind,
        detail: json(detail),
        author: json(author),
        ...(at === undefined ? {} : { created_at: at }),
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
    db,
    db
      .selectFrom('invoice_history')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, invoice_id: invoiceId }))
      .orderBy('created_at', sortDir)
      .orderBy('id', sortDir),
    page,
  )
