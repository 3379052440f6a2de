import { containsText, distanceOfText, findNamedAssets, textsOfRows } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { oftenAttempts } from '../imports/run-services.ts'

/**
 * Finds the organisation's workflows whose newest ended run failed after `after`. Returns the
 * newest one and how many there are.
 */
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
      order by id desc limit 1
    ) r
    where w.org_id = ${orgId} and r.status = 'failed' and r.finished_at > ${after}
    order by r.finished_at desc limit 1`.execute(db)
  return rows[0]
}

/** True if a user has an agent run. */
export const hasAgentRuns = async (
  db: Db,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('agent_runs')
    .select('id')
    .where((eb) => eb.and({ org_id: orgId, owner_id: userId }))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the newest item that was refused often with its workflow, and their number. */
export const newestRefusedItem = async (db: Db, orgId: string) => {
  const { rows } = await sql<{
    workflow_id: string
    name: string
    title: string
    reason: string
    at: Date
    count: string
  }>`
    select w.id as workflow_id, w.name, i.title, i.reason, i.updated_at as at, count(*) over () as count
    from read_items i
    join workflows w on w.id = i.workflow_id and w.org_id = i.org_id
    where i.org_id = ${orgId} and i.waiting and i.attempts >= ${sql.lit(oftenAttempts)}
    order by i.updated_at desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the newest endpoint disabled by a 410 response, and the number of these endpoints. */
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

/** Returns the ids of the organisation's workflows. */
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
  {
    table,
    orgId,
    text,
    limit,
  }: { table: 'workflows' | 'skills'; orgId: string; text: string; limit: number },
) =>
  db
    .selectFrom(table)
    .where('org_id', '=', orgId)
    .where(containsText(['name'], text))
    .orderBy(distanceOfText('name', text))
    .orderBy('name')
    .limit(limit)

export const findWorkflows = (db: Db, orgId: string, text: string, limit: number) =>
  namedLike(db, { table: 'workflows', orgId, text, limit })
    .select(['id', 'name', 'active'])
    .execute()

export const findSkills = (db: Db, orgId: string, text: string, limit: number) =>
  namedLike(db, { table: 'skills', orgId, text, limit }).select(['id', 'name', 'kind']).execute()

/** Returns the files named by a workflow or a skill, in its current or an earlier version. */
export const findAssets = (db: Db, orgId: string, keys: readonly string[]): Promise<string[]> =>
  findNamedAssets(
    db,
    keys,
    textsOfRows(['workflows', 'workflow_versions', 'skills', 'skill_versions'], orgId),
  )
