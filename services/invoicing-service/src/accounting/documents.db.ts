import { accountingErrors, type ChangeAuthor } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, NewRow, Row, Transaction } from '../database.ts'

export type DocumentRow = Row<'incoming_documents'>

export async function insertDocuments(tx: Transaction, rows: NewRow<'incoming_documents'>[]) {
  if (rows.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('incoming_documents')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'source', 'external_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

const filtered = (db: Db, orgId: string, booked: boolean | undefined) =>
  db
    .selectFrom('incoming_documents')
    .where('org_id', '=', orgId)
    .$if(booked !== undefined, (all) => all.where('booked_at', booked ? 'is not' : 'is', null))

interface DocumentSlice {
  booked: boolean | undefined
  limit: number
  after: readonly [receivedAt: string, id: string] | undefined
}

export const listDocumentRows = (db: Db, orgId: string, { booked, limit, after }: DocumentSlice) =>
  filtered(db, orgId, booked)
    .selectAll()
    .$if(after !== undefined, (all) =>
      all.where(
        sql<boolean>`(received_at, id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null})`,
      ),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const totalDocuments = (db: Db, orgId: string, booked: boolean | undefined) =>
  filtered(db, orgId, booked)
    .select(['currency', sql<string>`coalesce(sum(total_amount_cents), 0)`.as('total')])
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .groupBy('currency')
    .orderBy('currency')
    .execute()

/**
 * Marks a document as booked or not booked. Returns the document and whether it changed. Throws
 * `not_found`.
 */
export async function markDocument(
  tx: Transaction,
  orgId: string,
  id: string,
  mark: { at: Date; by: ChangeAuthor } | null,
): Promise<{ row: DocumentRow; isChanged: boolean }> {
  const one = await tx
    .selectFrom('incoming_documents')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, id }))
    .forUpdate()
    .executeTakeFirstOrThrow(() => accountingErrors.not_found())
  if ((one.booked_at !== null) === (mark !== null)) return { row: one, isChanged: false }
  const row = await tx
    .updateTable('incoming_documents')
    .set({ booked_at: mark?.at ?? null, booked_by: mark && json(mark.by) })
    .where((eb) => eb.and({ org_id: orgId, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, isChanged: true }
}
