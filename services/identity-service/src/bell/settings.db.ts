import { json } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import type { Reader } from './bell.db.ts'

type Place = Pick<Reader, 'orgId' | 'userId'>

export type SettingsRow = Pick<
  Selectable<Database['notification_settings']>,
  'kinds' | 'daily_summary' | 'summary_at'
>

export const findSettings = (db: Db, { orgId, userId }: Place): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('notification_settings')
    .select(['kinds', 'daily_summary', 'summary_at'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Returns the time zone of a user in an org. */
export async function findZone(db: Db, { orgId, userId }: Place): Promise<string> {
  const row = await db
    .selectFrom('user as u')
    .leftJoin('user_settings as s', 's.user_id', 'u.id')
    .leftJoin('org_settings as o', (join) => join.on('o.org_id', '=', orgId))
    .select(({ fn }) => fn.coalesce('s.timezone', 'o.timezone').as('zone'))
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row?.zone ?? 'UTC'
}

/**
 * Stores a member's choices and keeps those of other kinds. Returns undefined if the user has left
 * the org.
 */
export async function putSettings(
  tx: Transaction,
  { orgId, userId }: Place,
  { kinds, daily_summary, summary_at }: SettingsRow,
): Promise<SettingsRow | undefined> {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('organizationId', '=', orgId)
    .where('userId', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  if (member === undefined) return undefined
  return tx
    .insertInto('notification_settings')
    .values({ org_id: orgId, user_id: userId, kinds: json(kinds), daily_summary, summary_at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'org_id']).doUpdateSet({
        kinds: sql<never>`notification_settings.kinds || excluded.kinds`,
        daily_summary,
        summary_at,
      }),
    )
    .returning(['kinds', 'daily_summary', 'summary_at'])
    .executeTakeFirstOrThrow()
}
