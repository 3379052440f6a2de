import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/** Lets what is ordered for an address of an org take turns until the transactions end. */
export async function lockAddress(tx: Transaction, orgId: string, email: string): Promise<void> {
  const key = `visitor ${orgId} ${email.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

interface Mailed {
  orgId: string
  /** Undefined is every address. */
  email: string | undefined
  since: Date
  most: number
}

const recent = (
  tx: Transaction,
  table: 'ticket_orders' | 'waiting_list',
  { orgId, email, since, most }: Mailed,
) =>
  tx
    .selectFrom(table)
    .select('created_at')
    .where('org_id', '=', orgId)
    .where('created_at', '>', since)
    .$if(email !== undefined, (all) =>
      all.where((eb) => eb(eb.fn<string>('lower', ['email']), '=', (email ?? '').toLowerCase())),
    )
    .orderBy('created_at', 'desc')
    .limit(most)

/** The time of the oldest of the last `most` orders and entries of waiting lists; undefined when there are fewer. */
export async function mailedBefore(tx: Transaction, mailed: Mailed): Promise<Date | undefined> {
  const each = (table: 'ticket_orders' | 'waiting_list') =>
    tx.selectFrom(recent(tx, table, mailed).as(table)).select('created_at')
  const row = await tx
    .selectFrom(each('ticket_orders').unionAll(each('waiting_list')).as('mailed'))
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(mailed.most - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
