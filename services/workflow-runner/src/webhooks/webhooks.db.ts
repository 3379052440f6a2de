import { newId, WebhookDelivery } from '@atrium/contracts'
import { json, markEmitted } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'

export type EndpointRow = Selectable<WorkflowDatabase['webhook_endpoints']>
export type DeliveryRow = Selectable<WorkflowDatabase['webhook_deliveries']>

export const findEndpoint = (
  db: Db | Transaction,
  orgId: string,
  id: string,
): Promise<EndpointRow | undefined> =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()

export async function pageOfRows<T extends 'webhook_endpoints' | 'webhook_deliveries'>(
  db: Db,
  table: T,
  where: { column: 'org_id' | 'endpoint_id'; value: string },
  page: { limit: number; offset: number },
): Promise<{ rows: Selectable<WorkflowDatabase[T]>[]; total: number }> {
  const from = sql`from ${sql.table(table)} where ${sql.ref(where.column)} = ${where.value}`
  const { rows } = await sql<Selectable<WorkflowDatabase[T]>>`select * ${from}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: counted } = await sql<{ n: string }>`select count(*) as n ${from}`.execute(db)
  return { rows, total: Number(counted[0]?.n ?? 0) }
}

/** Rings for deliveries that were written in this transaction. */
export async function ringForDeliveries(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      ids.map((deliveryId) => ({
        id: newId('evt'),
        kind: 'job' as const,
        org_id: orgId,
        type: WebhookDelivery.subject,
        data: json({ deliveryId }),
        trace: null,
        request_id: null,
      })),
    )
    .execute()
  markEmitted(tx)
}

export interface ClaimedDelivery extends DeliveryRow {
  url: string
  secret: string
}

/**
 * Takes due deliveries for a minute: a worker that dies with one leaves it to the next. At most three of one
 * endpoint at once, so that a slow one does not hold every slot. Those of a disabled one wait until it is enabled.
 */
export async function claimDeliveries(db: Db, workerId: string, limit: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with ranked as (
      select d.id, row_number() over (partition by d.endpoint_id order by d.next_at, d.id)
        + (select count(*) from webhook_deliveries b where b.endpoint_id = d.endpoint_id
          and b.status = 'pending' and b.worker_id is not null and b.next_at > now()) as place
      from (select * from webhook_deliveries where status = 'pending' and next_at <= now()
          and exists (select 1 from webhook_endpoints n where n.id = endpoint_id and n.enabled)
        order by next_at limit 500) d),
    picked as (
      select id from webhook_deliveries where id in (select id from ranked where place <= 3)
        and status = 'pending' and next_at <= now() order by next_at limit ${limit} for update skip locked)
    update webhook_deliveries d
    set worker_id = ${workerId}, attempts = attempts + 1, next_at = now() + interval '60 seconds'
    from webhook_endpoints e where d.id in (select id from picked) and e.id = d.endpoint_id
    returning d.*, e.url, e.secret`.execute(db)
  return rows
}

/** Records how an attempt ended: delivered, to be tried again after so many seconds, or failed for good. */
export async function recordAttempt(
  db: Db,
  delivery: { id: string; workerId: string },
  end: { status: number | null; error: string | null; retryInSeconds: number | undefined },
): Promise<void> {
  const ended = end.error === null || end.retryInSeconds === undefined
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: end.error === null ? 'delivered' : ended ? 'failed' : 'pending',
      response_status: end.status,
      error: end.error,
      worker_id: null,
      next_at: ended ? null : sql<Date>`now() + make_interval(secs => ${end.retryInSeconds ?? 0})`,
      finished_at: ended ? sql<Date>`now()` : null,
    })
    .where('id', '=', delivery.id)
    .where('worker_id', '=', delivery.workerId)
    .execute()
}
