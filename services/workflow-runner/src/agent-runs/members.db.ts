import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import type { Owner } from './agent-runs.db.ts'

/** Records that a user has left or rejoined, unless a later event was recorded before. */
export const noteMember = async (
  tx: Transaction,
  { orgId, userId }: Owner,
  away: boolean,
  since: Date,
) =>
  void (await tx
    .insertInto('agent_run_members')
    .values({ org_id: orgId, user_id: userId, away, since })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user_id'])
        .doUpdateSet({ away, since })
        .where(sql<boolean>`agent_run_members.since < excluded.since`),
    )
    .execute())

export async function hasLeft(db: Db | Transaction, { orgId, userId }: Owner): Promise<boolean> {
  const row = await db
    .selectFrom('agent_run_members')
    .select('away')
    .where((eb) => eb.and({ org_id: orgId, user_id: userId }))
    .executeTakeFirst()
  return row?.away ?? false
}
