import { isUniqueViolation } from '@atrium/database'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { type OfferRow, offerErrors } from './offer.ts'

/** A page of an org's offers, newest first. */
export async function listOfferRows(
  db: Db,
  orgId: string,
  page: { status?: 'active' | 'archived' | undefined; limit: number; offset: number },
): Promise<{ rows: OfferRow[]; total: number }> {
  let query = db.selectFrom('offers').where('org_id', '=', orgId)
  if (page.status !== undefined) query = query.where('status', '=', page.status)
  const [rows, count] = await Promise.all([
    query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    query.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.n) }
}

/** Throws `not_found`, also for another org's offer. */
export async function getOfferRow(db: Db, orgId: string, id: string): Promise<OfferRow> {
  const row = await db
    .selectFrom('offers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw offerErrors.not_found()
  return row
}

/** The same with the row locked until the transaction ends. */
export async function lockOfferRow(tx: Transaction, orgId: string, id: string): Promise<OfferRow> {
  const row = await tx
    .selectFrom('offers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw offerErrors.not_found()
  return row
}

/** A page of what visitors see, oldest first. */
export async function listActiveOffers(
  db: Db,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: OfferRow[]; total: number }> {
  const query = db.selectFrom('offers').where('org_id', '=', orgId).where('status', '=', 'active')
  const [rows, count] = await Promise.all([
    query.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute(),
    query.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.n) }
}

export const findActiveOffer = (db: Db, orgId: string, slug: string): Promise<OfferRow | undefined> =>
  db
    .selectFrom('offers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('slug', '=', slug)
    .where('status', '=', 'active')
    .executeTakeFirst()

/** Throws `slug_taken`. */
export const insertOffer = (tx: Transaction, row: Insertable<Database['offers']>): Promise<OfferRow> =>
  tx.insertInto('offers').values(row).returningAll().executeTakeFirstOrThrow().catch(refuseTakenSlug)

/** Throws `slug_taken`. Raises the version. */
export const updateOfferRow = (
  tx: Transaction,
  orgId: string,
  id: string,
  changes: Updateable<Database['offers']>,
): Promise<OfferRow> =>
  tx
    .updateTable('offers')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTakenSlug)

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'offers_slug') ? offerErrors.slug_taken({ cause: error }) : error
}
