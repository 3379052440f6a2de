import type { getCreditSpend } from '@atrium/contracts'
import { toColumns } from '@atrium/database'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../database.ts'

export type SpendQuery = z.output<typeof getCreditSpend.query>

const keys = {
  workflow: sql<string | null>`workflow_id`,
  run: sql<string | null>`run_id`,
  node: sql<string | null>`node`,
  model: sql<string | null>`model`,
  day: sql<string | null>`to_char(settled_at at time zone 'UTC', 'YYYY-MM-DD')`,
} as const

type Window = Pick<SpendQuery, 'workflowId' | 'runId'> & {
  from: Date | undefined
  to: Date | undefined
}

const charges = (db: Db, orgId: string, { workflowId, runId, from, to }: Window) =>
  db
    .selectFrom('credit_reservations')
    .where((eb) =>
      eb.and({ org_id: orgId, status: 'settled', ...toColumns({ workflowId, runId }) }),
    )
    .where('charged', '>', '0')
    .$if(from !== undefined, (all) => all.where('settled_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (all) => all.where('settled_at', '<', to ?? new Date(0)))

/**
 * Returns a page of an org's charges grouped by a key, highest first, with the sum and number over
 * all keys.
 */
export async function readSpend(db: Db, orgId: string, window: Window, query: SpendQuery) {
  const key = keys[query.by]
  const [rows, all] = await Promise.all([
    charges(db, orgId, window)
      .select([
        key.as('key'),
        sql<string>`sum(charged)`.as('credits'),
        sql<string>`count(*)`.as('calls'),
      ])
      .groupBy(key)
      .orderBy(sql`sum(charged)`, 'desc')
      .orderBy(key)
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    charges(db, orgId, window)
      .select([
        sql<string>`coalesce(sum(charged), 0)`.as('credits'),
        sql<string>`count(distinct coalesce(${key}, ''))`.as('keys'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, credits: Number(all.credits), total: Number(all.keys) }
}

/** Returns the credits that the workflow's last runs since `from` cost, newest first. */
export async function latestRunCharges(
  db: Db,
  {
    orgId,
    workflowId,
    from,
    limit,
  }: { orgId: string; workflowId: string; from: Date; limit: number },
) {
  const rows = await charges(db, orgId, { workflowId, runId: undefined, from, to: undefined })
    .where('run_id', 'is not', null)
    .select(sql<string>`sum(charged)`.as('credits'))
    .groupBy('run_id')
    .orderBy(sql`max(settled_at)`, 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ credits }) => Number(credits))
}
