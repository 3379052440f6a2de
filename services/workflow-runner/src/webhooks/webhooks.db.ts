import {
  type CreateWebhookEndpoint,
  commonErrors,
  type UpdateWebhookEndpoint,
  WebhookAttempted,
  WebhookDelivery,
} from '@atrium/contracts'
import { emit, emitEntries, jobEntry, json, type PageQuery, readPage } from '@atrium/database'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'

export type EndpointRow = Selectable<WorkflowDatabase['webhook_endpoints']>
export type DeliveryRow = Selectable<WorkflowDatabase['webhook_deliveries']>

const now = sql<Date>`now()`
const missing = () => commonErrors.not_found()

const selectEndpoints = (db: Db | Transaction, orgId: string) =>
  db.selectFrom('webhook_endpoints').where('org_id', '=', orgId)

export const findEndpoint = (db: Db, orgId: string, id: string): Promise<EndpointRow | undefined> =>
  selectEndpoints(db, orgId).selectAll().where('id', '=', id).executeTakeFirst()

/** `secret` is encrypted. */
type NewEndpoint = CreateWebhookEndpoint & { id: string; orgId: string; secret: string }

export const insertEndpoint = (tx: Transaction, { orgId, events, ...endpoint }: NewEndpoint) =>
  tx
    .insertInto('webhook_endpoints')
    .values({
      ...endpoint,
      org_id: orgId,
      events: json(events),
      previous_secret: null,
      previous_until: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const updateEndpoint = (tx: Transaction, orgId: string, id: string) =>
  tx
    .updateTable('webhook_endpoints')
    .set({ version: sql`version + 1`, updated_at: now })
    .where((eb) => eb.and({ id, org_id: orgId }))
    .returningAll()

/** Kysely skips undefined values, so only the given fields change. */
export const saveEndpoint = (
  tx: Transaction,
  orgId: string,
  id: string,
  { url, events, enabled }: UpdateWebhookEndpoint,
): Promise<EndpointRow> =>
  updateEndpoint(tx, orgId, id)
    .set({ url, events: events === undefined ? undefined : json(events), enabled })
    .executeTakeFirstOrThrow(missing)

export const rotateEndpointSecret = (tx: Transaction, orgId: string, id: string, secret: string) =>
  updateEndpoint(tx, orgId, id)
    .set({ secret, previous_secret: sql`secret`, previous_until: sql`now() + interval '24 hours'` })
    .executeTakeFirstOrThrow(missing)

export const removeEndpoint = (tx: Transaction, orgId: string, id: string) =>
  tx
    .deleteFrom('webhook_endpoints')
    .where((eb) => eb.and({ id, org_id: orgId }))
    .returning(['id', 'org_id', 'url'])
    .executeTakeFirstOrThrow(missing)

export const disableEndpoint = async (tx: Transaction, orgId: string, id: string): Promise<void> =>
  void (await tx
    .updateTable('webhook_endpoints')
    .set({ enabled: false })
    .where((eb) => eb.and({ id, org_id: orgId }))
    .execute())

export const pageOfEndpoints = (db: Db, orgId: string, page: PageQuery) =>
  readPage(db, selectEndpoints(db, orgId).selectAll().orderBy('id', 'desc'), page)

export const pageOfDeliveries = (
  db: Db,
  { org_id, id }: Pick<EndpointRow, 'org_id' | 'id'>,
  { status, ...page }: PageQuery & { status?: DeliveryRow['status'] | undefined },
) => {
  const query = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where((eb) => eb.and({ org_id, endpoint_id: id }))
    .orderBy('id', 'desc')
  return readPage(db, status === undefined ? query : query.where('status', '=', status), page)
}

/** `id` is the endpoint's id. */
export type DeliveryKey = Record<'id' | 'deliveryId', string>
/** A delivery by its id, and by its endpoint’s if the caller names it. */
export type GivenDelivery = Pick<DeliveryKey, 'deliveryId'> & Partial<DeliveryKey>

/** Throws `not_found`. */
export const getDeliveryRow = (db: Db, orgId: string, { id, deliveryId }: DeliveryKey) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where((eb) => eb.and({ id: deliveryId, endpoint_id: id, org_id: orgId }))
    .executeTakeFirstOrThrow(missing)

export const subscribedEndpoints = (tx: Transaction, orgId: string, eventType: string) =>
  selectEndpoints(tx, orgId)
    .select('id')
    .where('enabled', '=', true)
    .where(sql<boolean>`events ?| array[${eventType}::text, '*']`)
    .execute()

type NewDelivery = Pick<
  Insertable<WorkflowDatabase['webhook_deliveries']>,
  'id' | 'org_id' | 'endpoint_id' | 'event_id' | 'event_type' | 'body'
>

const untried = { response_status: null, error: null, worker_id: null, finished_at: null }

export const insertDeliveries = async (
  tx: Transaction,
  rows: readonly NewDelivery[],
): Promise<void> =>
  void (await tx
    .insertInto('webhook_deliveries')
    .values(rows.map((row) => ({ ...row, ...untried })))
    .execute())

/**
 * Inserts a delivery with a key. Returns false if the endpoint already has a delivery with this
 * key.
 */
export async function insertKeyedDelivery(tx: Transaction, row: NewDelivery & { key: string }) {
  const inserted = await tx
    .insertInto('webhook_deliveries')
    .values({ ...row, ...untried })
    .onConflict((conflict) =>
      conflict.columns(['endpoint_id', 'key']).where('key', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const emitDeliveries = (
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<void> =>
  emitEntries(
    tx,
    ids.map((deliveryId) => jobEntry(WebhookDelivery, { deliveryId }, { orgId })),
  )

export const resetDelivery = (
  tx: Transaction,
  orgId: string,
  { id, deliveryId }: GivenDelivery,
): Promise<DeliveryRow> =>
  tx
    .updateTable('webhook_deliveries')
    .set({ ...untried, status: 'pending', attempts: 0, next_at: now })
    .where((eb) => eb.and({ id: deliveryId, org_id: orgId }))
    .$if(id !== undefined, (of) => of.where('endpoint_id', '=', id ?? ''))
    .returningAll()
    .executeTakeFirstOrThrow(missing)

type Attempted = Record<'id' | 'orgId' | 'endpointId' | 'workerId', string>

/**
 * Records an attempt: delivered, retried after `retryInSeconds`, or failed for good. Emits
 * `workflow.webhook_attempted`.
 */
export async function recordAttempt(
  tx: Transaction,
  { id, orgId, endpointId, workerId }: Attempted,
  end: { status: number | null; error: string | null; retryInSeconds: number | undefined },
): Promise<void> {
  const ended = end.error === null || end.retryInSeconds === undefined
  const status = end.error === null ? 'delivered' : ended ? 'failed' : 'pending'
  const recorded = await tx
    .updateTable('webhook_deliveries')
    .set({
      status,
      response_status: end.status,
      error: end.error,
      worker_id: null,
      next_at: ended ? null : sql<Date>`now() + make_interval(secs => ${end.retryInSeconds ?? 0})`,
      finished_at: ended ? now : null,
    })
    .where((eb) => eb.and({ id, org_id: orgId, worker_id: workerId }))
    .returning('id')
    .executeTakeFirst()
  if (recorded !== undefined) {
    await emit(tx, WebhookAttempted, orgId, { endpointId, deliveryId: id, status })
  }
}

/**
 * Deletes up to 5,000 deliveries if they ended more than `days` ago, or belong to a disabled
 * endpoint and are older than that.
 */
export const sweepDeliveries = async (db: Db, days: number): Promise<void> =>
  void (await sql`delete from webhook_deliveries where id = any(array(select id from webhook_deliveries
    where finished_at < now() - make_interval(days => ${days}) or (status = 'pending'
      and created_at < now() - make_interval(days => ${days})
      and endpoint_id in (select id from webhook_endpoints where not enabled)) limit 5000))`.execute(
    db,
  ))
