import { type Insertable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export interface DigestOwner {
  readonly orgId: string
  readonly userId: string
}

const startOfToday = sql<Date>`date_trunc('day', now(), 'UTC')`

/** Stores a quote request for the digest. A redelivered event changes nothing. */
export async function insertDigestEntry(
  tx: Transaction,
  entry: Insertable<Database['quote_digest']>,
): Promise<void> {
  await tx
    .insertInto('quote_digest')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists owners with quote requests from before today (UTC). */
export const listDigestOwners = (db: Db, limit: number): Promise<DigestOwner[]> =>
  db
    .selectFrom('quote_digest')
    .select(['org_id as orgId', 'user_id as userId'])
    .distinct()
    .where('received_at', '<', startOfToday)
    .limit(limit)
    .execute()

/**
 * Removes and returns an owner's quote requests from before today (UTC). Returns nothing if another
 * process took them.
 */
export const takeDigestEntries = (tx: Transaction, { orgId, userId }: DigestOwner) =>
  tx
    .deleteFrom('quote_digest')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('received_at', '<', startOfToday)
    .returning(['event_id as eventId', 'task_id as taskId', 'name', 'received_at as receivedAt'])
    .execute()

/**
 * Returns the notice address set by a member. Returns undefined if none is set or the user has left
 * the org.
 */
export async function findNoticeAddress(
  tx: Transaction,
  { orgId, userId }: DigestOwner,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('member as m')
    .innerJoin('user_settings as s', 's.user_id', 'm.userId')
    .select('s.notification_email as address')
    .where('m.organizationId', '=', orgId)
    .where('m.userId', '=', userId)
    .executeTakeFirst()
  return row?.address ?? undefined
}
