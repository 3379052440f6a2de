import {
  type AuditAction,
  type CreateWebhookEndpoint,
  commonErrors,
  invalidField,
  type UpdateWebhookEndpoint,
  workflowErrors,
} from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { PrivateAddressError, requireReachableHost } from '@atrium/outbound-guard'
import { countAlone } from '../count-alone.db.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { domainEvents } from '../events/event-catalog.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import {
  type EndpointRow,
  emitDeliveries,
  findEndpoint,
  type GivenDelivery,
  insertEndpoint,
  removeEndpoint,
  resetDelivery,
  rotateEndpointSecret,
  saveEndpoint,
} from './webhooks.db.ts'

const eventTypes = new Set(['*', ...domainEvents.map((event) => event.type)])

function check(deps: Deps, { url, events }: UpdateWebhookEndpoint): void {
  const unknown = events?.findIndex((event) => !eventTypes.has(event)) ?? -1
  if (unknown >= 0) throw invalidField(`events.${unknown}`, 'Choose an event from the list')
  if (url === undefined) return
  try {
    requireReachableHost(new URL(url), deps.config.privateAddresses)
  } catch (error) {
    throw error instanceof PrivateAddressError ? invalidField('url', error.message) : error
  }
}

/** Throws `not_found`. */
export async function getEndpoint(
  { db }: Deps,
  { principal }: Ctx,
  id: string,
): Promise<EndpointRow> {
  const row = await findEndpoint(db, principal.orgId, id)
  if (row === undefined) throw commonErrors.not_found()
  return row
}

const auditEndpoint = (
  tx: Transaction,
  { org_id, id, url }: Pick<EndpointRow, 'org_id' | 'id' | 'url'>,
  action: Extract<AuditAction, `webhook_endpoint.${string}`>,
): Promise<void> =>
  // The rest of the address may contain a secret.
  audit(tx, org_id, { action, target: { type: 'webhook_endpoint', id, name: new URL(url).host } })

/** docs/reference/workflows.md, "Webhooks". */
const mostEndpoints = 50

/** Throws `validation_failed` and `too_many_endpoints` (409). */
export async function createEndpoint(
  deps: Deps,
  { principal: { orgId }, tx }: Ctx,
  input: CreateWebhookEndpoint,
) {
  check(deps, input)
  return inTransaction(deps.db, tx, async (tx) => {
    if ((await countAlone(tx, 'webhook_endpoints', orgId)) >= mostEndpoints)
      throw workflowErrors.too_many_endpoints()
    const id = deps.newId('whe')
    const secret = newWebhookSecret()
    const row = await insertEndpoint(tx, {
      id,
      orgId,
      ...input,
      secret: deps.secrets.seal(secret, id),
    })
    await auditEndpoint(tx, row, 'webhook_endpoint.created')
    return { row, secret }
  })
}

/** Throws `not_found`, `validation_failed`. */
export async function updateEndpoint(
  deps: Deps,
  ctx: Ctx,
  { id, changes }: { id: string; changes: UpdateWebhookEndpoint },
) {
  await getEndpoint(deps, ctx, id)
  check(deps, changes)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await saveEndpoint(tx, ctx.principal.orgId, id, changes)
    await auditEndpoint(tx, row, 'webhook_endpoint.changed')
    return row
  })
}

/**
 * Creates a new secret. The previous one also signs for a day, and older ones stop at once. Throws
 * `not_found`.
 */
export const rotateSecret = (deps: Deps, { principal, tx }: Ctx, id: string) =>
  inTransaction(deps.db, tx, async (tx) => {
    const secret = newWebhookSecret()
    const sealed = deps.secrets.seal(secret, id)
    const row = await rotateEndpointSecret(tx, principal.orgId, id, sealed)
    await auditEndpoint(tx, row, 'webhook_endpoint.secret_rotated')
    return { row, secret }
  })

/** Deletes an endpoint with its deliveries. Throws `not_found`. */
export const deleteEndpoint = ({ db }: Deps, { principal, tx }: Ctx, id: string): Promise<void> =>
  inTransaction(db, tx, async (tx) => {
    const row = await removeEndpoint(tx, principal.orgId, id)
    await auditEndpoint(tx, row, 'webhook_endpoint.deleted')
  })

/** Queues a delivery again, with the full number of attempts. Throws `not_found`. */
export const redeliver = ({ db }: Deps, { principal: { orgId }, tx }: Ctx, key: GivenDelivery) =>
  inTransaction(db, tx, async (tx) => {
    const row = await resetDelivery(tx, orgId, key)
    await emitDeliveries(tx, orgId, [row.id])
    return row
  })
