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

/** Returns the cards that name a customer in the field `customerId`, oldest first. */
export function listCustomerCards(
  tx: Transaction,
  orgId: string,
  customerId: string,
): Promise<Array<Pick<CardRow, 'id' | 'kind' | 'fields'>>> {
  // The words find the cards by the index. The comparison leaves out cards that only mention them.
  const words = searchCondition('search', { orgId, q: customerId, tags: [] })
  return tx
    .selectFrom('tasks')
    .select(['id', 'kind', 'fields'])
    .where('org_id', '=', orgId)
    .where('kind', '<>', 'post')
    .$if(words !== undefined, (query) => query.where(words ?? sql<boolean>`true`))
    .where(sql<boolean>`fields ->> 'customerId' = ${customerId}`)
    .orderBy('id')
    .execute()
}
