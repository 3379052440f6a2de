import { networksWithFigures, type PostMetric, type PostReportRow } from '@atrium/contracts'
import { json } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { Db, MetricsTable } from '../database.ts'

export type MetricsRow = Selectable<MetricsTable>

export const findMetrics = (
  db: Db,
  orgId: string,
  taskId: string,
): Promise<MetricsRow | undefined> =>
  db
    .selectFrom('post_metrics')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('task_id', '=', taskId)
    .executeTakeFirst()

/** Stores new figures, and when to read them again. */
export async function putMetrics(
  db: Db,
  row: Pick<MetricsRow, 'org_id' | 'task_id' | 'next_at'> & { items: PostMetric[]; read_at: Date },
): Promise<void> {
  const { items, read_at, next_at } = row
  const read = { items: json(items), read_at, next_at, failures: 0, failure: null }
  await db
    .insertInto('post_metrics')
    .values({ ...row, ...read })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(read))
    .execute()
}

/** Notes a failed reading. The figures from before stay. */
export async function putFailure(
  db: Db,
  {
    org_id,
    task_id,
    ...note
  }: Pick<MetricsRow, 'org_id' | 'task_id' | 'next_at' | 'failures' | 'failure'>,
): Promise<void> {
  await db
    .insertInto('post_metrics')
    .values({ org_id, task_id, ...note, items: null, read_at: null })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(note))
    .execute()
}

/**
 * Reserves some posts whose figures are due, so that no other replica reads them before `until`. The
 * organisations take turns: each gets its longest due post before any gets a second one.
 */
export async function takeDueFigures(
  db: Db,
  { since, now, until, limit }: { since: Date; now: Date; until: Date; limit: number },
): Promise<Array<{ orgId: string; taskId: string }>> {
  const networks = [...networksWithFigures]
  const { rows } = await sql<{ orgId: string; taskId: string }>`
    insert into post_metrics (task_id, org_id, next_at)
      select due.task_id, due.org_id, ${until} from (
        select p.task_id, p.org_id, coalesce(m.next_at, p.posted_at) as since,
            row_number() over (partition by p.org_id order by coalesce(m.next_at, p.posted_at)) as turn
          from posts p
          left join post_metrics m on m.task_id = p.task_id and m.org_id = p.org_id
          where p.posted_at > ${since} and p.external_id is not null and p.channel_id is not null
            and p.platform = any(${networks}::text[])
            and (m.task_id is null or m.next_at <= ${now})) due
        order by due.turn, due.since limit ${limit}
    on conflict (task_id) do update set next_at = excluded.next_at
      where post_metrics.next_at <= ${now}
    returning org_id as "orgId", task_id as "taskId"`.execute(db)
  return rows
}

/** Sums the posts of each account and month, newest month first. */
export async function sumByMonth(db: Db, orgId: string, months: number): Promise<PostReportRow[]> {
  const zone = sql`coalesce((select time_zone from org_time_zones where org_id = ${orgId}), 'UTC')`
  const { rows } = await sql<PostReportRow>`
    with published as (
      select p.task_id, p.channel_id, p.platform, p.account_name, p.posted_at,
          to_char(p.posted_at at time zone ${zone}, 'YYYY-MM') as month
        from posts p
        where p.org_id = ${orgId} and p.posted_at >=
          (date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${months - 1}))
            at time zone ${zone}),
    counted as (
      select month, channel_id, platform, count(*)::int as posts,
          (array_agg(account_name order by posted_at desc) filter (where account_name is not null))[1]
            as account_name
        from published group by month, channel_id, platform),
    summed as (
      select month, channel_id, platform, metric ->> 'name' as name,
          sum((metric ->> 'value')::bigint)::bigint as value
        from published
        join post_metrics m on m.task_id = published.task_id and m.org_id = ${orgId},
          jsonb_array_elements(m.items) metric
        where m.items is not null
        group by month, channel_id, platform, metric ->> 'name')
    select c.month, c.channel_id as "channelId", c.account_name as "accountName", c.platform, c.posts,
        coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'value', s.value) order by s.name)
          from summed s where s.month = c.month and s.platform = c.platform
            and s.channel_id is not distinct from c.channel_id), '[]'::jsonb) as items
      from counted c order by c.month desc, c.posts desc, c.channel_id`.execute(db)
  return rows
}
