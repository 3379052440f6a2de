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

async function oldestOf(made: ReturnType<typeof recent>, most: number): Promise<Date | undefined> {
  const last = made.orderBy('created_at', 'desc').offset(most - 1)
  return (await last.limit(1).executeTakeFirst())?.created_at
}

/** The time of the oldest of the last `most` orders and places of an address; undefined when there are fewer. */
export function mailedBefore(tx: Transaction, { email, ...bounds }: Recent & { email: string }) {
  const each = (table: Mailed) =>
    recent(tx, table, bounds).where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
  return oldestOf(each('ticket_orders').unionAll(each('waiting_list')), bounds.most)
}

/** The same of the places in all waiting lists of an org. */
export const waitingBefore = (tx: Transaction, bounds: Recent) =>
  oldestOf(recent(tx, 'waiting_list', bounds), bounds.most)
