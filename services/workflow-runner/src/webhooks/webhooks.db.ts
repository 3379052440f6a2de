import { WebhookDelivery } from '@atrium/contracts'
import { emitEntries, jobEntry } from '@atrium/database'
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

interface Page<T> {
  rows: T[]
  total: number
}

/** A page of an org's endpoints, newest first. */
export async function pageOfEndpoints(
  db: Db,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<Page<EndpointRow>> {
  const query = db.selectFrom('webhook_endpoints').where('org_id', '=', orgId)
  const [rows, { n }] = await Promise.all([
    query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    query.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(n) }
}

/** A page of the deliveries to an endpoint of the org, newest first. */
export async function pageOfDeliveries(
  db: Db,
  { org_id, id }: Pick<EndpointRow, 'org_id' | 'id'>,
  page: { limit: number; offset: number },
): Promise<Page<DeliveryRow>> {
  const query = db.selectFrom('webhook_deliveries').where('org_id', '=', org_id).where('endpoint_id', '=', id)
  const [rows, { n }] = await Promise.all([
    query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    query.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(n) }
}

/** Queues the jobs of deliveries that were written in this transaction. */
export const emitDeliveries = (tx: Transaction, orgId: string, ids: readonly string[]): Promise<void> =>
  emitEntries(
    tx,
    ids.map((deliveryId) => jobEntry(WebhookDelivery, { deliveryId }, { orgId })),
  )

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
