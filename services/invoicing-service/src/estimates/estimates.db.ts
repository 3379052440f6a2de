import { type Estimate, type EstimateListQuery, estimateErrors } from '@atrium/contracts'
import { containsTextOrPhone, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, OrgKey, Transaction } from '../database.ts'

const notFound = () => estimateErrors.not_found()

const selectEstimate = (db: Db, orgId: string, id: string) =>
  db.selectFrom('estimates').selectAll().where('org_id', '=', orgId).where('id', '=', id)

/** Throws `not_found`, also if the estimate belongs to another org. */
export const getEstimateRow = (db: Db, orgId: string, id: string) =>
  selectEstimate(db, orgId, id).executeTakeFirstOrThrow(notFound)

export const lockEstimateRow = (tx: Transaction, orgId: string, id: string) =>
  selectEstimate(tx, orgId, id).forUpdate().executeTakeFirstOrThrow(notFound)

const token = /^[0-9a-f]{64}$/

function selectPublic(db: Db, publicToken: string) {
  if (!token.test(publicToken)) throw notFound()
  return db
    .selectFrom('estimates')
    .selectAll()
    .where('public_token', '=', publicToken)
    .where('status', '<>', 'draft')
    .where('sent_at', 'is not', null)
}

/** Throws `not_found` for an unknown token or an unsent estimate. */
export const getPublicEstimateRow = async (db: Db, publicToken: string) =>
  selectPublic(db, publicToken).executeTakeFirstOrThrow(notFound)

export const lockPublicEstimateRow = async (tx: Transaction, publicToken: string) =>
  selectPublic(tx, publicToken).forUpdate().executeTakeFirstOrThrow(notFound)

export const insertEstimate = (tx: Transaction, row: NewRow<'estimates'>) =>
  tx.insertInto('estimates').values(row).returningAll().executeTakeFirstOrThrow()

export const updateEstimateRow = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'estimates'>,
) =>
  tx
    .updateTable('estimates')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteEstimateRow = (tx: Transaction, { org_id, id }: OrgKey) =>
  tx
    .deleteFrom('estimates')
    .where((eb) => eb.and({ org_id, id }))
    .execute()

const isExpired = (now: Date) => sql<boolean>`coalesce(e.expires_at < ${now}, false)`

/** Returns a page of estimates with their customers' names, newest first. */
export function listEstimateRows(
  db: Db,
  orgId: string,
  { q, status, customerId, ...page }: EstimateListQuery & { now: Date },
) {
  const { now, ...slice } = page
  let query = db
    .selectFrom('estimates as e')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.id', '=', 'e.customer_id').onRef('c.org_id', '=', 'e.org_id'),
    )
    .selectAll('e')
    .select('c.name as customer_name')
    .where('e.org_id', '=', orgId)
    .orderBy('e.id', 'desc')
  if (customerId !== undefined) query = query.where('e.customer_id', '=', customerId)
  if (status !== undefined) {
    query = query.where('e.status', '=', storedStatus(status))
    if (status === 'sent') query = query.where((eb) => eb.not(isExpired(now)))
    if (status === 'expired') query = query.where(isExpired(now))
  }
  if (q !== undefined && q !== '')
    query = query.where(containsTextOrPhone(['e.number', 'c.name', 'c.email'], 'c.phone', q))
  return readPage(db, query, slice)
}

const storedStatus = (status: Estimate['status']) => (status === 'expired' ? 'sent' : status)

/** Stores a mail. Returns false if its key exists. */
export async function insertEstimateMail(
  tx: Transaction,
  row: NewRow<'estimate_mails'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('estimate_mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

export const findEstimateMail = (db: Db, orgId: string, key: string) =>
  db
    .selectFrom('estimate_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .executeTakeFirst()
