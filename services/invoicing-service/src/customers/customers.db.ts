import { customerErrors } from '@atrium/contracts'
import { containsTextOrPhone, type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, OrgKey, Transaction } from '../database.ts'
import type { CustomerRow } from './customer.ts'

const notFound = () => customerErrors.not_found()

export function listCustomerRows(
  db: Db,
  orgId: string,
  { q, ...page }: PageQuery & { q?: string | undefined },
) {
  const query = db
    .selectFrom('customers')
    .selectAll()
    .where('org_id', '=', orgId)
    .$if(Boolean(q), (all) => all.where(containsTextOrPhone(['name', 'email'], 'phone', q ?? '')))
  return readPage(db, query.orderBy('id', 'desc'), page)
}

const selectCustomer = (db: Db, orgId: string, id: string) =>
  db.selectFrom('customers').selectAll().where('org_id', '=', orgId).where('id', '=', id)

/** Throws `not_found`, also if the customer belongs to another org. */
export const getCustomerRow = (db: Db, orgId: string, id: string) =>
  selectCustomer(db, orgId, id).executeTakeFirstOrThrow(notFound)

/** Returns customers' names and addresses. */
export const listCustomersById = (db: Db, orgId: string, ids: readonly string[]) =>
  db
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()

/** Locks the row against deletion until the transaction ends. */
export const lockCustomerRow = (tx: Transaction, orgId: string, id: string) =>
  selectCustomer(tx, orgId, id).forKeyShare().executeTakeFirstOrThrow(notFound)

/** Locks the row against changes until the transaction ends. */
export const lockChangedCustomer = (tx: Transaction, orgId: string, id: string) =>
  selectCustomer(tx, orgId, id).forNoKeyUpdate().executeTakeFirstOrThrow(notFound)

/** Returns undefined if a unique key matches an existing customer. */
export const insertCustomer = (tx: Transaction, row: NewRow<'customers'>) =>
  tx
    .insertInto('customers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Raises the version. Throws `not_found`. */
export const updateCustomerRow = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'customers'>,
) =>
  tx
    .updateTable('customers')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow(notFound)

/**
 * Stores a customer's id at the processor and marks its details as in sync there. Raises the
 * version if the id is new.
 */
export async function stampCustomer(
  tx: Transaction,
  row: CustomerRow,
  accountId: string,
  processorCustomerId: string,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({
      payments_customer_id: processorCustomerId,
      payments_account_id: accountId,
      payments_synced_at: row.updated_at,
      version: sql<number>`version + case when (payments_customer_id, payments_account_id)
        is distinct from (${processorCustomerId}, ${accountId}) then 1 else 0 end`,
    })
    .where((eb) => eb.and({ org_id: row.org_id, id: row.id }))
    .execute()
}

/** Throws `not_found`, or a foreign key violation if a row refers to the customer. */
export async function deleteCustomerRow(tx: Transaction, orgId: string, id: string) {
  return tx
    .deleteFrom('customers')
    .where((eb) => eb.and({ org_id: orgId, id }))
    .returning('name')
    .executeTakeFirstOrThrow(notFound)
}

/** Finds the customer that was created at the processor under this account. */
export const findCustomerOfProcessor = (
  tx: Transaction,
  orgId: string,
  accountId: string,
  processorCustomerId: string,
) =>
  tx
    .selectFrom('customers')
    .select('id')
    .where((eb) =>
      eb.and({
        org_id: orgId,
        payments_account_id: accountId,
        payments_customer_id: processorCustomerId,
      }),
    )
    .executeTakeFirst()

/** Finds the remaining customer if the processor's customer was merged into another one. */
export const findMergedOfProcessor = (
  tx: Transaction,
  orgId: string,
  accountId: string,
  processorCustomerId: string,
) =>
  tx
    .selectFrom('merged_customers')
    .select('into_id as id')
    .where((eb) =>
      eb.and({
        org_id: orgId,
        payments_account_id: accountId,
        payments_customer_id: processorCustomerId,
      }),
    )
    .executeTakeFirst()

export const findCustomerOfEmail = (tx: Transaction, orgId: string, email: string) =>
  tx
    .selectFrom('customers')
    .select('id')
    .where('org_id', '=', orgId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id')
    .executeTakeFirst()
