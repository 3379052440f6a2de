import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import type { Reader } from './bell.db.ts'

export interface DueSummary extends Pick<Reader, 'orgId' | 'userId'> {
  readonly dueAt: Date
}

/** Lists users whose daily summary is due. */
export const listDueSummaries = (db: Db, now: Date, limit: number): Promise<DueSummary[]> =>
  db
    .selectFrom('notification_settings')
    .select(['org_id as orgId', 'user_id as userId', 'summary_at as dueAt'])
    .where('summary_at', '<=', now)
    .orderBy('summary_at')
    .limit(limit)
    .$narrowType<{ dueAt: Date }>()
    .execute()

/** Sets the time of the next summary. Returns false if another process already did. */
export async function moveSummary(
  tx: Transaction,
  { orgId, userId, dueAt }: DueSummary,
  nextAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notification_settings')
    .set({ summary_at: nextAt })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('summary_at', '=', dueAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns where a member's summary goes. Undefined if the user has left the org. */
export const findAddressee = (tx: Transaction, { orgId, userId }: DueSummary) =>
  tx
    .selectFrom('member as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .innerJoin('organization as o', 'o.id', 'm.organizationId')
    .leftJoin('user_settings as s', 's.user_id', 'u.id')
    .leftJoin('org_settings as os', 'os.org_id', 'm.organizationId')
    .select(({ fn }) => [
      'o.name as orgName',
      'm.role',
      'os.logo_url as logoUrl',
      fn.coalesce('s.notification_email', 'u.email').as('address'),
    ])
    .where('m.organizationId', '=', orgId)
    .where('m.userId', '=', userId)
    .executeTakeFirst()

/** Lists a member's unread notifications of a period, oldest first, and counts all of them. */
export async function listUnreadBetween(
  tx: Transaction,
  { orgId, userId, role }: Reader,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<{ title: string; detail: string; total: number }[]> {
  return tx
    .selectFrom('notifications')
    .select(['title', 'detail', sql<number>`count(*) over ()::int`.as('total')])
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('on_page', '=', true)
    .where('read_at', 'is', null)
    .where('at', '>=', from)
    .where('at', '<', to)
    .$if(role === 'member', (shown) => shown.where('for_admins', '=', false))
    .orderBy('id')
    .limit(limit)
    .execute()
}
