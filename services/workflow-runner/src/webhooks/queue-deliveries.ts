import { type EventEnvelope, newId } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { emitDeliveries } from './webhooks.db.ts'

/** Writes a delivery of an event for each of its org's endpoints that ask for it, and queues their jobs. */
export async function queueDeliveries(tx: Transaction, event: EventEnvelope): Promise<void> {
  const { orgId } = event
  if (orgId === null) return
  const endpoints = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where(sql<boolean>`events ?| array[${event.type}::text, '*']`)
    .execute()
  if (endpoints.length === 0) return
  const body = JSON.stringify({ type: event.type, timestamp: event.occurredAt, data: event.data })
  const rows = endpoints.map((endpoint) => ({
    id: newId('whd'),
    org_id: orgId,
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type,
    body,
    response_status: null,
    error: null,
    worker_id: null,
    finished_at: null,
  }))
  await tx.insertInto('webhook_deliveries').values(rows).execute()
  await emitDeliveries(
    tx,
    orgId,
    rows.map((row) => row.id),
  )
}
