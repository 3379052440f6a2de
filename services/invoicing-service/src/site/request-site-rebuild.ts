import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'

const longestWaitMs = 60_000

/**
 * Asks for a rebuild of the marketing site, in the transaction of a catalog's change. Each further change puts it
 * off by the quiet time, a minute at most; nothing unless URL and token are both set.
 */
export async function requestSiteRebuild(
  deps: Pick<Deps, 'siteRebuild' | 'now'>,
  tx: Transaction,
): Promise<void> {
  if (deps.siteRebuild === null) return
  const now = deps.now()
  const due = new Date(now.getTime() + deps.siteRebuild.quietMs)
  await tx
    .insertInto('site_rebuild')
    .values({ id: 1, first_change_at: now, due_at: due })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        due_at: sql<Date>`least(${due}::timestamptz, site_rebuild.first_change_at + ${longestWaitMs} * interval '1 millisecond')`,
      }),
    )
    .execute()
}
