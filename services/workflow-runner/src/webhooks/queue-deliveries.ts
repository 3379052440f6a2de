import type { EventEnvelope } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import { emitDeliveries, insertDeliveries, subscribedEndpoints } from './webhooks.db.ts'

/**
 * Stores a delivery of the event for each subscribed endpoint of its organisation. All deliveries
 * commit with the caller's transaction.
 */
export async function queueDeliveries(
  deps: IdSource,
  tx: Transaction,
  event: EventEnvelope,
): Promise<void> {
  const { orgId } = event
  if (orgId === null) return
  const endpoints = await subscribedEndpoints(tx, orgId, event.type)
  if (endpoints.length === 0) return
  const body = JSON.stringify({ type: event.type, timestamp: event.occurredAt, data: event.data })
  const rows = endpoints.map(({ id }) => ({
    id: deps.newId('whd'),
    org_id: orgId,
    endpoint_id: id,
    event_id: event.id,
    event_type: event.type,
    body,
  }))
  await insertDeliveries(tx, rows)
  await emitDeliveries(
    tx,
    orgId,
    rows.map(({ id }) => id),
  )
}
