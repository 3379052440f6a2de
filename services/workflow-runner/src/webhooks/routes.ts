import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  redeliverWebhook,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  type WebhookDeliveryView,
  type WebhookEndpoint,
} from '@atrium/contracts'
import { type AnswerSeal, type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  redeliver,
  rotateSecret,
  updateEndpoint,
  type WithSecret,
} from './manage-endpoints.ts'
import { type DeliveryRow, type EndpointRow, pageOfDeliveries, pageOfEndpoints } from './webhooks.db.ts'

const endpointView = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const deliveryView = (row: DeliveryRow): WebhookDeliveryView => ({
  id: row.id,
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  eventType: row.event_type,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.response_status,
  error: row.error,
  nextAttemptAt: row.next_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

const withSecret = ({ row, secret }: WithSecret) => ({ ...endpointView(row), secret })

/** Mounts endpoints, their deliveries and redelivery. */
export function webhookRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db, secrets } = deps
  const sealed: AnswerSeal = {
    seal: secrets.seal,
    open(body, context) {
      const opened = secrets.open(body, context)
      if (opened === undefined) throw new Error('No key opens the stored answer')
      return opened.text
    },
  }
  mount(app, listWebhookEndpoints, async ({ principal, query }) => {
    const { rows, total } = await pageOfEndpoints(db, principal.orgId, query)
    return { items: rows.map(endpointView), total, ...query }
  })
  mount(app, createWebhookEndpoint, { db, sealed }, async (call) => {
    const created = await createEndpoint(deps, call, call.body)
    call.c.header('location', `/api/webhook-endpoints/${created.row.id}`)
    return withSecret(created)
  })
  mount(app, rotateWebhookSecret, { db, sealed }, async (call) =>
    withSecret(await rotateSecret(deps, call, call.params.id)),
  )
  mount(app, getWebhookEndpoint, async (call) => endpointView(await getEndpoint(deps, call, call.params.id)))
  mount(app, updateWebhookEndpoint, async (call) =>
    endpointView(await updateEndpoint(deps, call, call.params.id, call.body)),
  )
  mount(app, deleteWebhookEndpoint, async (call) => {
    await deleteEndpoint(deps, call, call.params.id)
    return undefined
  })
  mount(app, listWebhookDeliveries, async (call) => {
    const endpoint = await getEndpoint(deps, call, call.params.id)
    const { rows, total } = await pageOfDeliveries(db, endpoint, call.query)
    return { items: rows.map(deliveryView), total, ...call.query }
  })
  mount(app, redeliverWebhook, async (call) => deliveryView(await redeliver(deps, call, call.params)))
}
