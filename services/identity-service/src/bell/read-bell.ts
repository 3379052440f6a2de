import {
  invalidField,
  type Notification,
  NotificationRead,
  type readNotifications,
} from '@atrium/contracts'
import { emitEntries, eventEntry, inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Db } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import {
  countUnread,
  deleteOldNotifications,
  listShown,
  markAllRead,
  markRead,
  type NotificationRow,
  type Reader,
} from './bell.db.ts'

const keptDays = 90
const cursorForm = /^ntf_[0-9a-f]{32}$/

const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  detail: row.detail,
  href: row.href,
  at: row.at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
})

/** Returns how many of a member's notifications are unread. */
export async function readUnread(db: Db, { orgId, userId, role }: Reader): Promise<number> {
  const counts = await countUnread(db, [{ org_id: orgId, user_id: userId, role }])
  return counts.get(`${orgId} ${userId}`) ?? 0
}

/**
 * Returns a page of the caller's notifications, newest first. Throws `validation_failed` (400) if
 * the cursor belongs to another list.
 */
export async function listNotifications(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  if (cursor !== undefined && !cursorForm.test(cursor))
    throw invalidField('cursor', 'This page link is no longer valid. Open the list again.')
  const [rows, unread] = await Promise.all([
    listShown(db, principal, { after: cursor, limit: limit + 1 }),
    readUnread(db, principal),
  ])
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
  return { items: shown.map(toNotification), next, unread }
}

/** Marks the caller's notifications as read and tells the caller's open pages. */
export async function readBell(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { principal }: Ctx,
  input: z.output<typeof readNotifications.body>,
): Promise<{ unread: number }> {
  const { orgId, userId: ownerId } = principal
  return inTransaction(db, undefined, async (tx) => {
    const isAll = 'all' in input
    const read = isAll
      ? (await markAllRead(tx, principal, now()))
        ? [{ id: null, kind: null }]
        : []
      : await markRead(tx, principal, input.ids, now())
    const unread = await readUnread(tx, principal)
    await emitEntries(
      tx,
      read.map((one) => eventEntry(NotificationRead, orgId, { ...one, unread, ownerId })),
    )
    return { unread }
  })
}

/** Deletes notifications that are older than 90 days. */
export const pruneBell = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  inTransaction(db, undefined, (tx) => deleteOldNotifications(tx, now(), keptDays))
