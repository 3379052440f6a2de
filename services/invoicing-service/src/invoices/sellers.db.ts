import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

type Sellers = Database['sellers']

export const findSellerRow = (db: Db, orgId: string): Promise<Selectable<Sellers> | undefined> =>
  db.selectFrom('sellers').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** Stores the seller of an org as a whole. */
export const putSellerRow = (tx: Transaction, row: Insertable<Sellers>): Promise<Selectable<Sellers>> =>
  tx
    .insertInto('sellers')
    .values(row)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow()
