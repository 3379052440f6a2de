import { searchCondition } from '@atrium/database'
import { sql } from 'kysely'
import type { CardRow, Transaction } from '../database.ts'

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
  // The words find the cards by the index. The comparison leaves out cards that only mention them.
  const words = searchCondition('search', { orgId, q: customerId, tags: [] })
  const inFields = cards
    .where('kind', '<>', 'post')
    .$if(words !== undefined, (query) => query.where(words ?? sql<boolean>`true`))
    .where(sql<boolean>`fields ->> 'customerId' = ${customerId}`)
    .where((eb) => eb.or([eb('customer_id', 'is', null), eb('customer_id', '<>', customerId)]))
  return cards.where('customer_id', '=', customerId).unionAll(inFields).orderBy('id').execute()
}
