import { type OrgRole, unreadAtMost } from '@atrium/contracts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type NotificationRow = Selectable<Database['notifications']>
export type NewNotification = Omit<Insertable<Database['notifications']>, 'read_at'>

/** A user in an organisation. The role decides which notifications the user still sees. */
export interface Reader {
  readonly orgId: string
  readonly userId: string
  readonly role: OrgRole
}

/** Rows per statement. PostgreSQL accepts 65,535 parameters. */
const batch = 2_000

/** Stores notifications and returns the ids of the new ones. */
export async function insertNotifications(
  tx: Transaction,
  rows: readonly NewNotification[],
): Promise<Set<string>> {
  const stored = new Set<string>()
  for (let start = 0; start < rows.length; start += batch) {
    const inserted = await tx
      .insertInto('notifications')
      .values(rows.slice(start, start + batch).map((row) => ({ ...row, read_at: null })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    for (const { id } of inserted) stored.add(id)
  }
  return stored
}

const isAdmin = (role: OrgRole): boolean => role === 'owner' || role === 'admin'

const selectShown = (db: Db, { orgId, userId, role }: Reader) =>
  db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('on_page', '=', true)
    .$if(!isAdmin(role), (shown) => shown.where('for_admins', '=', false))

export const listShown = (
  db: Db,
  reader: Reader,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<NotificationRow[]> =>
  selectShown(db, reader)
    .selectAll()
    .$if(after !== undefined, (shown) => shown.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/**
 * Counts the unread notifications of several users, each up to `unreadAtMost`. Returns the counts
 * by `<org id> <user id>`.
 */
export async function countUnread(
  db: Db,
  readers: readonly { org_id: string; user_id: string; role: OrgRole }[],
): Promise<Map<string, number>> {
  if (readers.length === 0) return new Map()
  const { rows } = await sql<{ place: string; unread: number }>`
    select r.org_id || ' ' || r.user_id as place, c.unread
    from (select distinct * from unnest(${readers.map((one) => one.org_id)}::text[],
        ${readers.map((one) => one.user_id)}::text[],
        ${readers.map((one) => isAdmin(one.role))}::boolean[]) as r (org_id, user_id, is_admin)) r
      cross join lateral (
        select count(*)::int as unread from (
          select from notifications n
          where n.user_id = r.user_id and n.org_id = r.org_id and n.read_at is null and n.on_page
            and (r.is_admin or not n.for_admins)
          limit ${unreadAtMost}) as found
      ) c`.execute(db)
  return new Map(rows.map(({ place, unread }) => [place, unread]))
}

/** Marks a user's unread notifications as read, and returns them. */
export const markRead = (
  tx: Transaction,
  { orgId, userId }: Pick<Reader, 'orgId' | 'userId'>,
  ids: readonly string[],
  at: Date,
) =>
  tx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .where('read_at', 'is', null)
    .returning(['id', 'kind'])
    .execute()

/** Marks all of a user's notifications as read. Returns true if one was unread. */
export async function markAllRead(
  tx: Transaction,
  { orgId, userId }: Pick<Reader, 'orgId' | 'userId'>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Shows new notifications on the page, although their users chose other places. */
export async function showOnPage(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ on_page: true })
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/** Queues notifications for every browser of their users. */
export async function queuePushes(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into push_queue (notification_id, subscription_id)
    select n.id, s.id from notifications n join push_subscriptions s on s.user_id = n.user_id
    where n.id = any(${ids}::text[])
    on conflict do nothing`.execute(tx)
}

/** Deletes notifications after this number of days. */
export async function deleteOldNotifications(
  tx: Transaction,
  now: Date,
  days: number,
): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('at', '<', new Date(now.getTime() - days * 86_400_000))
    .execute()
}
