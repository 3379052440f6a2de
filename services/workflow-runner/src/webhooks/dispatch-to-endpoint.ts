import { hash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { EndpointPort } from '../nodes/ports.ts'
import { emitDeliveries, findEndpoint, insertKeyedDelivery } from './webhooks.db.ts'

/** The type of events sent by workflows. Endpoints receive it without a subscription. */
export const dispatchedType = 'workflow.dispatched'

/**
 * Sends a delivery to one endpoint of the organisation, for nodes. A repeated key delivers once.
 */
export const endpointPort =
  ({ db, now, newId }: Pick<Deps, 'db' | 'now' | 'newId'>): EndpointPort =>
  async ({ orgId, endpointId, key, data }) => {
    const endpoint = await findEndpoint(db, orgId, endpointId)
    if (endpoint === undefined) return 'unknown'
    if (!endpoint.enabled) return 'disabled'
    const body = JSON.stringify({ type: dispatchedType, timestamp: now().toISOString(), data })
    await inTransaction(db, undefined, async (tx) => {
      const id = newId('whd')
      const event = { event_id: newId('evt'), event_type: dispatchedType }
      const delivery = {
        id,
        org_id: orgId,
        endpoint_id: endpointId,
        ...event,
        body,
        key: hash('sha256', key),
      }
      if (await insertKeyedDelivery(tx, delivery)) await emitDeliveries(tx, orgId, [id])
    })
    return 'queued'
  }
