import type {
  BillingTimelineQuery,
  ChangeAuthor,
  EstimateHistoryDetail,
  EstimateHistoryKind,
} from '@atrium/contracts'
import { json, readPage } from '@atrium/database'
import type { Db, OrgKey, Row, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'

export type EstimateHistoryRow = Row<'estimate_history'>

interface EstimateEvent {
  kind: EstimateHistoryKind
  author: ChangeAuthor
  detail?: EstimateHistoryDetail
}

export const recordEstimateEvent = (
  deps: IdSource,
  tx: Transaction,
  { org_id, id }: OrgKey,
  { kind, author, detail = {} }: EstimateEvent,
) =>
  tx
    .insertInto('estimate_history')
    .values({
      id: deps.newId('tle'),
      org_id,
      estimate_id: id,
      kind,
      detail: json(detail),
      author: json(author),
    })
    .execute()

export const listEstimateEvents = (
  db: Db,
  { org_id, id }: OrgKey,
  { sortDir, ...page }: BillingTimelineQuery,
) =>
  readPage(
    db,
    db
      .selectFrom('estimate_history')
      .selectAll()
      .where((eb) => eb.and({ org_id, estimate_id: id }))
      .orderBy('created_at', sortDir)
      .orderBy('id', sortDir),
    page,
  )
