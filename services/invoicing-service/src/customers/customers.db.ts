import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { type CustomerRow, customerErrors } from './customer.ts'

export interface Page<T> {
  rows: T[]
  total: number
}

/** A page of an org's customers, newest first; `q` matches name or address, whatever its case. */
export async function listCustomerRows(
  db: Db,
  orgId: string,
  page: { q?: string | undefined; limit: number; offset: number },
): Promise<Page<CustomerRow>> {
  let query = db.selectFrom('customers').where('org_id', '=', orgId)
  if (page.q !== undefined && page.q !== '') {
    const pattern = `%${page.q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]))
  }
  const [rows, count] = await Promise.all([
    query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    query.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.n) }
}

/** Throws `not_found`, also for another org's customer. */
export async function getCustomerRow(db: Db, orgId: string, id: string): Promise<CustomerRow> {
  const row = await db
    .selectFrom('customers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw customerErrors.not_found()
  return row
}

/** The same with the row kept from deletion until the transaction ends. Throws `not_found`. */
export async function lockCustomerRow(tx: Transaction, orgId: string, id: string): Promise<CustomerRow> {
  const row = await tx
    .selectFrom('customers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (row === undefined) throw customerErrors.not_found()
  return row
}

export const insertCustomer = (
  tx: Transaction,
  row: Insertable<Database['customers']>,
): Promise<CustomerRow> => tx.insertInto('customers').values(row).returningAll().executeTakeFirstOrThrow()

/** Throws `not_found`. */
export async function updateCustomerRow(
  tx: Transaction,
  orgId: string,
  id: string,
  changes: Updateable<Database['customers']>,
): Promise<CustomerRow> {
  const row = await tx
    .updateTable('customers')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw customerErrors.not_found()
  return row
}

/** Throws `not_found`, and a foreign key violation when something names the customer. */
export async function deleteCustomerRow(tx: Transaction, orgId: string, id: string): Promise<void> {
  const result = await tx
    .deleteFrom('customers')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (result.numDeletedRows === 0n) throw customerErrors.not_found()
}
