import { sql } from 'kysely'
import type { Db, NewRow, Transaction } from '../database.ts'

export const findSellerRow = (db: Db, orgId: string) =>
  db.selectFrom('sellers').selectAll().where('org_id', '=', orgId).executeTakeFirst()

export const putSellerRow = (tx: Transaction, row: NewRow<'sellers'>) =>
  tx
    .insertInto('sellers')
    .values(row)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow()
