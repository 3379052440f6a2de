import { randomBytes } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import type { ChannelRow } from './channel.ts'

/** Longer than a network may take for one call, so that a lease outlives every refresh that is still running. */
const leaseSeconds = 60

/** A channel's row, whoever owns it. */
export const findChannelById = (db: Db, id: string): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

const free = (eb: ExpressionBuilder<Database, 'channels'>) =>
  eb.or([eb('refresh_lease', 'is', null), eb('refresh_lease_until', '<', sql<Date>`clock_timestamp()`)])

/**
 * Takes the right to refresh a channel's tokens; undefined while somebody else has it, or when the tokens are not
 * those that were seen. It ends by itself, by the database's clock, should the holder die.
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

/** What a refresh leaves behind. */
export type Refreshed = Pick<ChannelRow, 'access_token' | 'refresh_token' | 'token_tail' | 'expires_at'>

/** Stores new tokens and gives the lease back; undefined when the lease was lost to a reconnect or a delete. */
export const storeRefreshed = (tx: Transaction, held: ChannelRow, fresh: Refreshed, at: Date) =>
  tx
    .updateTable('channels')
    .set({
      ...fresh,
      refresh_lease: null,
      refresh_lease_until: null,
      refresh_not_before: null,
      updated_at: at,
    })
    .where((eb) => eb.and({ id: held.id, refresh_lease: held.refresh_lease }))
    .returningAll()
    .executeTakeFirst()

/** Gives the lease back without new tokens; `notBefore` keeps everybody from trying again at once. */
export const dropLease = (tx: Transaction, held: ChannelRow, notBefore: Date | null) =>
  tx
    .updateTable('channels')
    .set({ refresh_lease: null, refresh_lease_until: null, refresh_not_before: notBefore })
    .where((eb) => eb.and({ id: held.id, refresh_lease: held.refresh_lease }))
    .execute()

/**
 * Channels of one network whose tokens end before `before`, those that end first at the head; not what was tried in
 * vain lately.
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
    .where((eb) => eb.or([eb('refresh_not_before', 'is', null), eb('refresh_not_before', '<=', now)]))
    .where(free)
    // What failed before comes last, or a few that never work would hold up all others.
    .orderBy('refresh_not_before', (order) => order.asc().nullsFirst())
    .orderBy('expires_at')
    .limit(limit)
    .execute()
