import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { LaneHead } from '../lanes/fair-turns.ts'
import type { DeliveryRow } from './webhooks.db.ts'

export interface ClaimedDelivery extends DeliveryRow {
  url: string
  secret: string
  /** Null once it no longer signs. */
  previous_secret: string | null
}

// Limits deliveries per endpoint `e`, so a slow endpoint does not hold every slot of its
// organisation.
const roomAtEndpoint = sql`greatest(0, 3 - (
  select count(*) from webhook_deliveries b where b.endpoint_id = e.id and b.status = 'pending'
    and b.worker_id is not null and b.next_at > now()))`

const mostOrgs = 100

/**
 * Returns each organisation's first claimable delivery after `after`, with index steps, and the
 * cursor for the next call.
 */
export async function deliveryHeads(
  db: Db,
  after: string,
): Promise<{ heads: LaneHead[]; next: string }> {
  const { rows } = await sql<{ lane: string; id: string | null }>`
    with recursive orgs as (
      (select org_id from webhook_deliveries where status = 'pending' and org_id > ${after}
        order by org_id limit 1)
      union all
      select next.org_id from orgs, lateral (
        select org_id from webhook_deliveries where status = 'pending' and org_id > orgs.org_id
          order by org_id limit 1) next)
    select o.org_id as lane, head.id from (select org_id from orgs limit ${mostOrgs}) o left join lateral (
      select due.id from webhook_endpoints e, lateral (
        select id, next_at from webhook_deliveries
          where endpoint_id = e.id and status = 'pending' and next_at <= now() order by next_at, id limit least(1, ${roomAtEndpoint})) due
      where e.org_id = o.org_id and e.enabled order by due.next_at, due.id limit 1) head on true
    order by o.org_id`.execute(db)
  const heads = rows.flatMap(({ lane, id }) =>
    id === null ? [] : [{ lane, priority: 0, runId: id }],
  )
  return { heads, next: rows.length < mostOrgs ? '' : (rows.at(-1)?.lane ?? '') }
}

/**
 * Claims due deliveries for a minute, at most three per endpoint. If the worker dies, the claim
 * expires.
 */
export async function claimDeliveries(
  db: Db,
  workerId: string,
  wanted: ReadonlyMap<string, number>,
) {
  const lanes = [...wanted].map(([lane, count]) => ({ lane, count }))
  const { rows } = await sql<ClaimedDelivery>`
    with picked as (
      select q.id from jsonb_to_recordset(${json(lanes)}) as t(lane text, count int), lateral (
        select due.id from webhook_endpoints e, lateral (
          select id, next_at from webhook_deliveries
            where endpoint_id = e.id and status = 'pending' and next_at <= now()
            order by next_at, id limit ${roomAtEndpoint}
            for update skip locked) due
        where e.org_id = t.lane and e.enabled order by due.next_at, due.id limit t.count) q)
    update webhook_deliveries d
    set worker_id = ${workerId}, attempts = attempts + 1, next_at = now() + interval '60 seconds'
    from webhook_endpoints e where d.id = any(array(select id from picked)) and e.id = d.endpoint_id
    returning d.*, e.url, e.secret,
      case when e.previous_until > now() then e.previous_secret end as previous_secret`.execute(db)
  return rows
}
