import {
  type CreateWebhookEndpoint,
  commonErrors,
  newId,
  type OrgPrincipal,
  type UpdateWebhookEndpoint,
} from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import { PrivateAddressError, requireReachableHost } from '@atrium/outbound-guard'
import { sql } from 'kysely'
import type { Ctx, Deps } from '../deps.ts'
import { workflowErrors } from '../errors.ts'
import { domainEvents } from '../workflows/event-catalog.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import {
  countEndpointsAlone,
  type DeliveryRow,
  type EndpointRow,
  emitDeliveries,
  findEndpoint,
} from './webhooks.db.ts'

const known = new Set(['*', ...domainEvents.map((event) => event.type)])

const refuse = (path: string, message: string): Error =>
  commonErrors.validation_failed({ details: { errors: [{ path, message }] } })

function check(
  deps: Deps,
  input: { url?: string | undefined; events?: readonly string[] | undefined },
): void {
  const unknown = input.events?.findIndex((event) => !known.has(event)) ?? -1
  if (unknown >= 0) throw refuse(`events.${unknown}`, 'Not one of the event types')
  if (input.url === undefined) return
  try {
    requireReachableHost(new URL(input.url), deps.settings.privateAddresses)
  } catch (error) {
    throw error instanceof PrivateAddressError ? refuse('url', error.message) : error
  }
}

/** An endpoint of the org. Throws `not_found`. */
export async function getEndpoint(deps: Deps, orgId: string, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(deps.db, orgId, id)
  if (row === undefined) throw commonErrors.not_found()
  return row
}

const mostEndpoints = 50

/**
 * Creates an endpoint; the secret is answered here and never again. Throws `validation_failed`, and
 * `too_many_endpoints` (409).
 */
export const createEndpoint = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: CreateWebhookEndpoint,
): Promise<{ row: EndpointRow; secret: string }> => {
  check(deps, input)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    if ((await countEndpointsAlone(tx, orgId)) >= mostEndpoints) throw workflowErrors.too_many_endpoints()
    const id = newId('whe')
    const secret = newWebhookSecret()
    const row = await tx
      .insertInto('webhook_endpoints')
      .values({
        id,
        org_id: orgId,
        url: input.url,
        events: json(input.events),
        secret: deps.secrets.seal(secret, id),
        previous_secret: null,
        previous_until: null,
        enabled: input.enabled,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { row, secret }
  })
}

/** Changes an endpoint. Throws `not_found`, `validation_failed`. */
export async function updateEndpoint(
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  id: string,
  changes: UpdateWebhookEndpoint,
): Promise<EndpointRow> {
  await getEndpoint(deps, ctx.principal.orgId, id)
  check(deps, changes)
  return deps.db
    .updateTable('webhook_endpoints')
    .set({
      ...(changes.url === undefined ? {} : { url: changes.url }),
      ...(changes.events === undefined ? {} : { events: json(changes.events) }),
      ...(changes.enabled === undefined ? {} : { enabled: changes.enabled }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('org_id', '=', ctx.principal.orgId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Gives an endpoint another secret, which is answered here and never again. Its last one signs too for a day; one
 * before that ends now. Throws `not_found`.
 */
export const rotateSecret = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  id: string,
): Promise<{ row: EndpointRow; secret: string }> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const secret = newWebhookSecret()
    const row = await tx
      .updateTable('webhook_endpoints')
      .set({
        secret: deps.secrets.seal(secret, id),
        previous_secret: sql`secret`,
        previous_until: sql`now() + interval '1 day'`,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .where('org_id', '=', ctx.principal.orgId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw commonErrors.not_found()
    return { row, secret }
  })

/** Deletes an endpoint; its deliveries go with it. Throws `not_found`. */
export async function deleteEndpoint(deps: Deps, ctx: Ctx<OrgPrincipal>, id: string): Promise<void> {
  await getEndpoint(deps, ctx.principal.orgId, id)
  await deps.db
    .deleteFrom('webhook_endpoints')
    .where('id', '=', id)
    .where('org_id', '=', ctx.principal.orgId)
    .execute()
}

/** Makes a delivery pending again with all its attempts before it. Throws `not_found`. */
export const redeliver = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  key: { id: string; deliveryId: string },
): Promise<DeliveryRow> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await tx
      .updateTable('webhook_deliveries')
      .set({
        status: 'pending',
        attempts: 0,
        next_at: sql<Date>`now()`,
        error: null,
        response_status: null,
        worker_id: null,
        finished_at: null,
      })
      .where('id', '=', key.deliveryId)
      .where('endpoint_id', '=', key.id)
      .where('org_id', '=', ctx.principal.orgId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw commonErrors.not_found()
    await emitDeliveries(tx, ctx.principal.orgId, [row.id])
    return row
  })
