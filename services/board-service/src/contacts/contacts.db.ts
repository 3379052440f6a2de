import { searchCondition } from '@atrium/database'
import { sql } from 'kysely'
import type { CardRow, RemovedCustomerTable, Transaction } from '../database.ts'

/** Returns the oldest contact card with an email address. Case does not matter. */
export async function findContactByEmail(
  tx: Transaction,
  orgId: string,
  email: string,
): Promise<{ id: string } | undefined> {
  // The words find the card by the index. The comparison leaves out cards that only mention them.
  const words = searchCondition('search', { orgId, q: email, tags: [] })
  return tx
    .selectFrom('tasks')
    .select('id')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'contact')
    .$if(words !== undefined, (query) => query.where(words ?? sql<boolean>`true`))
    .where(sql<boolean>`lower(trim(fields ->> 'email')) = lower(${email})`)
    .orderBy('id')
    .executeTakeFirst()
}

/**
 * Returns the cards about a customer, oldest first. Workflows and earlier releases also name the
 * customer in the free field `customerId`.
 */
export function listCustomerCards(
  tx: Transaction,
  orgId: string,
  customerId: string,
): Promise<Array<Pick<CardRow, 'id' | 'kind' | 'fields' | 'customer_id'>>> {
  const cards = tx
    .selectFrom('tasks')
    .select(['id', 'kind', 'fields', 'customer_id'])
    .where('org_id', '=', orgId)
  const inFields = cards
    .where('kind', '<>', 'post')
    // The index has the beginning only, because the field is free text.
    .where(sql<boolean>`left(fields ->> 'customerId', 60) = left(${customerId}, 60)`)
    .where(sql<boolean>`fields ->> 'customerId' = ${customerId}`)
    .where((eb) => eb.or([eb('customer_id', 'is', null), eb('customer_id', '<>', customerId)]))
  return cards.where('customer_id', '=', customerId).unionAll(inFields).orderBy('id').execute()
}

/**
 * Makes the transactions about an organisation's removed customers wait for each other. Otherwise two
 * replicas do not see each other's changes, and a merge brings removed data to an anonymised
 * customer.
 */
export const lockRemovedCustomers = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('removed customers ' || ${orgId}, 0))`.execute(
    tx,
  )

/** Remembers what happened to a customer last, because events may arrive in another order. */
export const noteRemovedCustomer = (tx: Transaction, row: RemovedCustomerTable) =>
  tx
    .insertInto('removed_customers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'customer_id'])
        .doUpdateSet(({ ref }) => ({ into_id: ref('excluded.into_id'), at: ref('excluded.at') }))
        .where(({ ref }) => sql<boolean>`removed_customers.at < ${ref('excluded.at')}`),
    )
    .execute()

/** Returns the customer that stays after all merges, and when it was anonymised, or null. */
export async function findStayingCustomer(
  tx: Transaction,
  orgId: string,
  customerId: string,
): Promise<{ id: string; anonymisedAt: Date | null }> {
  const { rows } = await sql<Omit<RemovedCustomerTable, 'org_id'>>`
    with recursive chain as (
      select customer_id, into_id, at from removed_customers
      where org_id = ${orgId} and customer_id = ${customerId}
      union
      select next.customer_id, next.into_id, next.at from removed_customers as next
      join chain on next.customer_id = chain.into_id
      where next.org_id = ${orgId}
    )
    select * from chain`.execute(tx)
  const found = new Map(rows.map((row) => [row.customer_id, row]))
  let id = customerId
  for (let row = found.get(id); row !== undefined; row = found.get(id)) {
    if (row.into_id === null) return { id, anonymisedAt: row.at }
    found.delete(id)
    id = row.into_id
  }
  return { id, anonymisedAt: null }
}
