import { randomBytes } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import type { ChannelRow, tokenColumns } from './channel.ts'

/** Longer than one call to a network can take, so a lease outlives every running refresh. */
const leaseSeconds = 60

export const findChannelById = (db: Db, id: string): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

const free = (eb: ExpressionBuilder<Database, 'channels'>) =>
  eb.or([
    eb('refresh_lease', 'is', null),
    eb('refresh_lease_until', '<', sql<Date>`clock_timestamp()`),
  ])

/**
 * Takes the refresh lease. Returns undefined if another process holds the lease or the tokens have
 * changed.
 */
export function takeLease(tx: Transaction, seen: ChannelRow): Promise<ChannelRow | undefined> {
  return tx
    .updateTable('channels')
    .set({
      refresh_lease: randomBytes(12).toString('base64url'),
      refresh_lease_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    })
    .where((eb) => eb.and({ id: seen.id, status: 'active', access_token: seen.access_token }))
    .where(free)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Stores new tokens and releases the lease. Returns undefined if a reconnect or a delete has taken
 * the lease.
 */
export const storeRefreshed = (
  tx: Transaction,
  held: ChannelRow,
  fresh: ReturnType<typeof tokenColumns>,
  at: Date,
) =>
  tx
    .updateTable('channels')
    .set({ ...fresh, updated_at: at })
    .where((eb) => eb.and({ id: held.id, refresh_lease: held.refresh_lease }))
    .returningAll()
    .executeTakeFirst()

/** Releases the lease without new tokens. No refresh runs before `notBefore`. */
export const dropLease = (tx: Transaction, held: ChannelRow, notBefore: Date | null) =>
  tx
    .updateTable('channels')
    .set({ refresh_lease: null, refresh_lease_until: null, refresh_not_before: notBefore })
    .where((eb) => eb.and({ id: held.id, refresh_lease: held.refresh_lease }))
    .execute()

/**
 * Returns a network's channels whose tokens expire before `before`, earliest first. Leaves out
 * channels with a recent failed refresh.
 */
export const listExpiring = (
  db: Db,
  network: ChannelRow['network'],
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<ChannelRow[]> =>
  db
    .selectFrom('channels')
    .selectAll()
    .where((eb) => eb.and({ network, status: 'active' }))
    .where('refresh_token', 'is not', null)
    .where('expires_at', '<', before)
    .where((eb) =>
      eb.or([eb('refresh_not_before', 'is', null), eb('refresh_not_before', '<=', now)]),
    )
    .where(free)
    // Failed channels come last, so a few broken ones do not block the others.
    .orderBy('refresh_not_before', (order) => order.asc().nullsFirst())
    .orderBy('expires_at')
    .limit(limit)
    .execute()
