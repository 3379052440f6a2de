import { sql } from 'kysely'
import type { Db, TrackedLinkTable, Transaction } from '../database.ts'

/**
 * Stores a post's link. Returns its code. If the link is already stored, the code does not change.
 */
export async function keepTrackedLink(tx: Transaction, link: TrackedLinkTable): Promise<string> {
  const { code } = await tx
    .insertInto('tracked_links')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'task_id', 'url'])
        .doUpdateSet(({ ref }) => ({ url: ref('excluded.url') })),
    )
    .returning('code')
    .executeTakeFirstOrThrow()
  return code
}

/** Starts counting a post's clicks. Keeps an existing count. */
export async function beginClicks(tx: Transaction, orgId: string, taskId: string): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ clicks: sql<number>`coalesce(clicks, 0)` })
    .where('org_id', '=', orgId)
    .where('task_id', '=', taskId)
    .execute()
}

/** Searches by code only, because a visitor has no organisation. */
export const findTrackedLink = (db: Db, code: string) =>
  db
    .selectFrom('tracked_links')
    .select(['org_id as orgId', 'task_id as taskId', 'url'])
    .where('code', '=', code)
    .executeTakeFirst()

/** Counts a click. Does nothing if the card is deleted. */
export async function countClick(db: Db, orgId: string, taskId: string): Promise<void> {
  await db
    .updateTable('posts')
    .set({ clicks: sql<number>`coalesce(clicks, 0) + 1` })
    .where('org_id', '=', orgId)
    .where('task_id', '=', taskId)
    .execute()
}
