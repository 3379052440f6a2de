import type { Deps, SiteRebuild } from '../deps.ts'

const attempts = 5

/**
 * Calls the site's rebuild URL when a requested rebuild is due. One replica claims it by taking the row away; a
 * failed call puts it back with a growing pause, five times at most. Returns whether a call succeeded.
 */
export async function triggerSiteRebuild(
  deps: Pick<Deps, 'db' | 'siteRebuild' | 'now' | 'logger'>,
): Promise<boolean> {
  const { db, siteRebuild } = deps
  if (siteRebuild === null) return false
  const claimed = await db
    .deleteFrom('site_rebuild')
    .where('due_at', '<=', deps.now())
    .returningAll()
    .executeTakeFirst()
  if (claimed === undefined) return false
  try {
    await post(siteRebuild)
    return true
  } catch (error) {
    const failures = claimed.failures + 1
    deps.logger.warn({ err: error, failures }, '[site] the rebuild trigger failed')
    if (failures < attempts) {
      const due = new Date(deps.now().getTime() + 2 ** failures * siteRebuild.quietMs)
      await db
        .insertInto('site_rebuild')
        .values({ id: 1, first_change_at: claimed.first_change_at, due_at: due, failures })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    return false
  }
}

async function post({ url, token }: SiteRebuild): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The rebuild URL answered ${response.status}`)
}
