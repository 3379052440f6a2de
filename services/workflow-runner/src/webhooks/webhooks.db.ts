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

/** The stored secrets of endpoints behind `after`, in the order of their ids. */
export const pageOfSecrets = (
  db: Db,
  after: string,
  limit: number,
): Promise<Pick<EndpointRow, 'id' | 'secret' | 'previous_secret'>[]> =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'secret', 'previous_secret'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores a secret sealed anew, unless it was renewed meanwhile. */
export async function replaceSecret(
  db: Db,
  change: { id: string; column: 'secret' | 'previous_secret'; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ [change.column]: change.to })
    .where('id', '=', change.id)
    .where(change.column, '=', change.from)
    .execute()
}

/** How many endpoints an org has; others that count for the same org wait until the transaction ends. */
export async function countEndpointsAlone(tx: Transaction, orgId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook_endpoints ${orgId}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

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
