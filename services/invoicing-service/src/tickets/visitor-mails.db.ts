import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

const takeTurns = async (tx: Transaction, key: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx))

/** Serialises orders for an address in an org until the transaction ends. */
export const lockAddress = (tx: Transaction, orgId: string, email: string): Promise<void> =>
  takeTurns(tx, `visitor ${orgId} ${email.toLowerCase()}`)

/** Serialises orders from a network. Call it after `lockAddress`. */
export const lockClient = (tx: Transaction, orgId: string, client: string): Promise<void> =>
  takeTurns(tx, `visitors of ${orgId} ${client}`)

interface Recent {
  orgId: string
  email: string
  since: Date
  most: number
}

/**
 * Returns the time of the oldest of an address's last `most` orders and waiting-list entries, or
 * undefined if there are fewer.
 */
export async function mailedBefore(tx: Transaction, { orgId, email, since, most }: Recent) {
  const each = (table: 'ticket_orders' | 'waiting_list') =>
    tx
      .selectFrom(table)
      .select('created_at')
      .where('org_id', '=', orgId)
      .where('created_at', '>', since)
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
  const last = each('ticket_orders')
    .unionAll(each('waiting_list'))
    .orderBy('created_at', 'desc')
    .offset(most - 1)
  return (await last.limit(1).executeTakeFirst())?.created_at
}

/**
 * Counts what a network has ordered from an organisation since a time, and its unconfirmed seats.
 */
export async function countOfClient(
  tx: Transaction,
  { orgId, client, since }: { orgId: string; client: string; since: Date },
) {
  const orders = await tx
    .selectFrom('ticket_orders')
    .select((eb) => [
      eb.fn.countAll<string>().as('n'),
      sql<string>`coalesce(sum(quantity) filter (where status <> 'confirmed'), 0)`.as('held'),
    ])
    .where((eb) => eb.and({ org_id: orgId, client }))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  const places = await tx
    .selectFrom('waiting_list')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where((eb) => eb.and({ org_id: orgId, client }))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return { orders: Number(orders.n), held: Number(orders.held), places: Number(places.n) }
}

export async function forgetClients(db: Db, before: Date): Promise<void> {
  for (const table of ['ticket_orders', 'waiting_list'] as const) {
    await db
      .updateTable(table)
      .set({ client: null })
      .where('client', 'is not', null)
      .where('created_at', '<', before)
      .execute()
  }
}
