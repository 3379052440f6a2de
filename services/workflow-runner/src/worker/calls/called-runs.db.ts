import { sql } from 'kysely'
import type { Db, Transaction } from '../../database.ts'

export interface Callable {
  name: string
  active: boolean
  ownerId: string
  callableBy: 'owner' | 'members'
  types: string[]
}

export const findCallable = (
  db: Db | Transaction,
  orgId: string,
  workflowId: string,
): Promise<Callable | undefined> =>
  db
    .selectFrom('workflows')
    .select(['name', 'active', 'owner_id as ownerId', 'callable_by as callableBy'])
    .select(sql<string[]>`jsonb_path_query_array(graph, '$.nodes[*].type')`.as('types'))
    .where((eb) => eb.and({ id: workflowId, org_id: orgId }))
    .executeTakeFirst()

export interface CalledRow {
  runId: string
  place: number
  status: 'completed' | 'failed' | 'cancelled'
  error: string | null
  /** JSON. */
  result: string | null
}

export async function pageOfResults(
  db: Db,
  { orgId, runId, nodeId }: { orgId: string; runId: string; nodeId: string },
  after: number,
  limit: number,
): Promise<CalledRow[]> {
  const { rows } = await sql<CalledRow>`
    select id as "runId", parent_place as place, status, error, result::text as result from runs
    where parent_run_id = ${runId} and parent_node_id = ${nodeId} and org_id = ${orgId} and parent_place > ${after}
      and finished_at is not null
    order by parent_place limit ${limit}`.execute(db)
  return rows
}

const mostCallers = 100

export async function callersThatEnded(db: Db): Promise<{ orgId: string; runId: string }[]> {
  const { rows } = await sql<{ orgId: string; runId: string }>`
    select distinct c.org_id as "orgId", c.parent_run_id as "runId" from runs c
    where c.parent_run_id is not null and c.finished_at is null and c.org_id is not null
      and not exists (select from runs p where p.id = c.parent_run_id and p.finished_at is null)
    limit ${mostCallers}`.execute(db)
  return rows
}
