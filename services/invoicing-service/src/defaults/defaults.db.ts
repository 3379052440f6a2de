import { sql } from 'kysely'
import type { Db, NewRow, Transaction } from '../database.ts'

export const findDefaultsRow = (db: Db, orgId: string) =>
  db.selectFrom('invoicing_defaults').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** Serialises changes to the defaults, also if the row does not exist yet. */
export const lockDefaults = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('defaults ' || ${orgId}, 0))`.execute(tx)

export const putDefaultsRow = (tx: Transaction, row: NewRow<'invoicing_defaults'>) =>
  tx
    .insertInto('invoicing_defaults')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Returns the VAT rate on the organisation's newest own invoice. Reads the newest draft and the
 * newest issued invoice, because each has an index.
 */
export async function findLastVatRate(db: Db, orgId: string): Promise<number | null> {
  const own = db
    .selectFrom('invoices')
    .select(['vat_rate_bps', 'created_at'])
    .where('org_id', '=', orgId)
    .where('mirrored', '=', false)
    .limit(1)
  const newest = [
    await own.where('status', '=', 'draft').orderBy('id', 'desc').executeTakeFirst(),
    await own.where('issue_date', 'is not', null).orderBy('issue_date', 'desc').executeTakeFirst(),
  ].filter((row) => row !== undefined)
  newest.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
  return newest[0]?.vat_rate_bps ?? null
}
