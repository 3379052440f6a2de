import { type QueueHistory, queueHistory, queueNames } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** Samples the queues once per minute for all replicas, and deletes expired samples. */
export async function sampleQueues(tx: Transaction): Promise<void> {
  await sql`
    insert into queue_samples (queue, at, depth, oldest_seconds)
    select queue, date_trunc('minute', now()), depth, extract(epoch from greatest(now() - oldest, '0')) from (
      select q.name as queue, count(r.id) as depth, min(r.created_at) as oldest
        from (values ('workflow-run'), ('workflow-run-adhoc')) as q(name)
        left join runs r on r.queue = q.name and r.status = 'queued' group by q.name
      union all
      select 'webhook-delivery', count(*) filter (where worker_id is null), min(created_at)
        from webhook_deliveries where status = 'pending'
        and exists (select 1 from webhook_endpoints n where n.id = endpoint_id and n.enabled)) as waiting
    on conflict do nothing`.execute(tx)
  await sql`delete from queue_samples
    where at < now() - make_interval(hours => ${queueHistory.hours})`.execute(tx)
}

/** Returns depth and age of each queue, as the maximum over each span. Ages are in seconds. */
export async function readQueueHistory(db: Db): Promise<QueueHistory> {
  const span = sql<Date>`date_bin(make_interval(secs => ${queueHistory.spanSeconds}), at, 'epoch')`
  const rows = await db
    .selectFrom('queue_samples')
    .select(['queue', span.as('span')])
    .select((eb) => [eb.fn.max('depth').as('depth'), eb.fn.max('oldest_seconds').as('oldest')])
    .where('at', '>=', sql<Date>`now() - make_interval(hours => ${queueHistory.hours})`)
    .groupBy(['queue', 'span'])
    .orderBy('span')
    .execute()
  return {
    queues: queueNames.map((name) => ({
      name,
      samples: rows
        .filter(({ queue }) => queue === name)
        .map(({ span: at, depth, oldest }) => ({
          at: at.toISOString(),
          depth,
          oldestSeconds: oldest,
        })),
    })),
  }
}
