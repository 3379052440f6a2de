import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/** Lets what is ordered for an address of an org take turns until the transactions end. */
export async function lockAddress(tx: Transaction, orgId: string, email: string): Promise<void> {
  const key = `visitor ${orgId} ${email.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

interface Recent {
  orgId: string
  since: Date
  most: number
}

type Mailed = 'ticket_orders' | 'waiting_list'

const recent = (tx: Transaction, table: Mailed, { orgId, since }: Recent) =>
  tx.selectFrom(table).select('created_at').where('org_id', '=', orgId).where('created_at', '>', since)

/** The time of the oldest of the last `most` orders and places of an address; undefined when there are fewer. */
export async function mailedBefore(tx: Transaction, { email, ...bounds }: Recent & { email: string }) {
  const each = (table: Mailed) =>
    recent(tx, table, bounds).where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
  const row = await each('ticket_orders')
    .unionAll(each('waiting_list'))
    .orderBy('created_at', 'desc')
    .offset(bounds.most - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

/** The same of the places in all waiting lists of an org. */
export async function waitingBefore(tx: Transaction, bounds: Recent): Promise<Date | undefined> {
  const row = await recent(tx, 'waiting_list', bounds)
    .orderBy('created_at', 'desc')
    .offset(bounds.most - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
