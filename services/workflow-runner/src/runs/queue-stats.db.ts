import type { QueueStats } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

interface Row {
  name: 'workflow-run' | 'workflow-run-adhoc' | 'webhook-delivery'
  depth: string
  oldest: string
  active: string
  completed: string
  failed: string
  cancelled: string
}

const queues: readonly Row['name'][] = ['workflow-run', 'workflow-run-adhoc', 'webhook-delivery']

/**
 * Returns depth, age and activity of the three queues now, and their outcomes in the last 24 hours.
 * Parked runs count as active, because the API shows them as `running`.
 */
export async function queueStats(db: Db): Promise<QueueStats> {
  const { rows } = await sql<Row>`
    with live as (
      select queue, count(*) filter (where status = 'queued') as depth,
        count(*) filter (where status in ('running', 'parked')) as active,
        coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0) as oldest
      from runs where status in ('queued', 'running', 'parked') group by queue),
    past as (
      select queue, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'cancelled') as cancelled
      from runs where finished_at > now() - interval '24 hours' group by queue)
    select q.name, coalesce(l.depth, 0) as depth, coalesce(l.oldest, 0) as oldest, coalesce(l.active, 0) as active,
      coalesce(p.completed, 0) as completed, coalesce(p.failed, 0) as failed, coalesce(p.cancelled, 0) as cancelled
    from (values ('workflow-run'), ('workflow-run-adhoc')) as q(name)
    left join live l on l.queue = q.name left join past p on p.queue = q.name
    union all
    select 'webhook-delivery', count(*) filter (where status = 'pending' and worker_id is null),
      coalesce(extract(epoch from now() - min(created_at) filter (where status = 'pending')), 0),
      count(*) filter (where status = 'pending' and worker_id is not null),
      count(*) filter (where status = 'delivered' and finished_at > now() - interval '24 hours'),
      count(*) filter (where status = 'failed' and finished_at > now() - interval '24 hours'), 0
    from webhook_deliveries where finished_at > now() - interval '24 hours' or (status = 'pending'
      and exists (select 1 from webhook_endpoints n where n.id = endpoint_id and n.enabled))`.execute(
    db,
  )
  const ordered = rows.toSorted((a, b) => queues.indexOf(a.name) - queues.indexOf(b.name))
  return {
    queues: ordered.map((row) => ({
      name: row.name,
      depth: Number(row.depth),
      oldestSeconds: Math.max(0, Number(row.oldest)),
      active: Number(row.active),
      last24h: {
        completed: Number(row.completed),
        failed: Number(row.failed),
        cancelled: Number(row.cancelled),
      },
    })),
  }
}
