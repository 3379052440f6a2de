import { containsText, distanceOfText, findNamedAssets, textsOfRows } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Workflows of an org whose newest ended run failed after a moment: the newest of them, and how many there are. */
export const newestFailedRun = async (db: Db, orgId: string, after: Date) => {
  const { rows } = await sql<{
    run_id: string
    workflow_id: string
    name: string
    error: string | null
    finished_at: Date
    count: string
  }>`
    select r.id as run_id, w.id as workflow_id, w.name, r.error, r.finished_at, count(*) over () as count
    from workflows w
    cross join lateral (
      select id, status, error, finished_at from runs
      where workflow_id = w.id and org_id = w.org_id and status in ('completed', 'failed')
      order by created_at desc, id desc limit 1
    ) r
    where w.org_id = ${orgId} and r.status = 'failed' and r.finished_at > ${after}
    order by r.finished_at desc limit 1`.execute(db)
  return rows[0]
}

/** Items that were given up: the newest with its workflow, and how many there are. */
export const newestGivenUpItem = async (db: Db, orgId: string) => {
  const { rows } = await sql<{
    workflow_id: string
    name: string
    title: string
    reason: string
    at: Date
    count: string
  }>`
    select w.id as workflow_id, w.name, i.title, i.reason, i.given_up_at as at, count(*) over () as count
    from read_items i
    join workflows w on w.id = i.workflow_id and w.org_id = i.org_id
    where i.org_id = ${orgId} and i.given_up_at is not null
    order by i.given_up_at desc limit 1`.execute(db)
  return rows[0]
}

/** Endpoints that were disabled because their receiver answered 410: the newest, and how many there are. */
export const newestGoneEndpoint = (db: Db, orgId: string) =>
  db
    .selectFrom('webhook_endpoints as e')
    .innerJoin('webhook_deliveries as d', (join) =>
      join.onRef('d.endpoint_id', '=', 'e.id').onRef('d.org_id', '=', 'e.org_id'),
    )
    .select(['e.id', 'e.url'])
    .select((eb) => [
      eb.fn.max('d.finished_at').as('at'),
      eb.fn.countAll<string>().over().as('count'),
    ])
    .where('e.org_id', '=', orgId)
    .where('e.enabled', '=', false)
    .where('d.status', '=', 'failed')
    .where('d.response_status', '=', 410)
    .groupBy(['e.id', 'e.url'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Which of these ids are workflows of the organisation. */
export async function findOwnIds(db: Db, orgId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('workflows')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

const namedLike = (
  db: Db,
  table: 'workflows' | 'skills',
  orgId: string,
  text: string,
  limit: number,
) =>
  db
    .selectFrom(table)
    .where('org_id', '=', orgId)
    .where(containsText(['name'], text))
    .orderBy(distanceOfText('name', text))
    .orderBy('name')
    .limit(limit)

export const findWorkflows = (db: Db, orgId: string, text: string, limit: number) =>
  namedLike(db, 'workflows', orgId, text, limit).select(['id', 'name', 'active']).execute()

export const findSkills = (db: Db, orgId: string, text: string, limit: number) =>
  namedLike(db, 'skills', orgId, text, limit).select(['id', 'name', 'kind']).execute()

/** Which of these files a workflow or a skill names, in its current or an earlier version. */
export const findAssets = (db: Db, orgId: string, keys: readonly string[]): Promise<string[]> =>
  findNamedAssets(
    db,
    keys,
    textsOfRows(['workflows', 'workflow_versions', 'skills', 'skill_versions'], orgId),
  )
