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
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  redeliver,
  rotateSecret,
  updateEndpoint,
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

/** Mounts outbound webhooks: endpoints, their deliveries, sending again. */
export function webhookRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const sealed: AnswerSeal = {
    seal: deps.secrets.seal,
    open(body, context) {
      const opened = deps.secrets.open(body, context)
      if (opened === undefined) throw new Error('No key opens the stored answer')
      return opened.text
    },
  }
  mount(app, listWebhookEndpoints, async ({ principal, query }) => {
    const { rows, total } = await pageOfEndpoints(deps.db, principal.orgId, query)
    return { items: rows.map(endpointView), total, ...query }
  })
  mount<typeof createWebhookEndpoint, WorkflowDatabase>(
    app,
    createWebhookEndpoint,
    async ({ c, principal, body, tx }) => {
      const { row, secret } = await createEndpoint(deps, { principal, tx }, body)
      c.header('location', `/api/webhook-endpoints/${row.id}`)
      return { ...endpointView(row), secret }
    },
    deps.db,
    { sealed },
  )
  mount<typeof rotateWebhookSecret, WorkflowDatabase>(
    app,
    rotateWebhookSecret,
    async ({ principal, params, tx }) => {
      const { row, secret } = await rotateSecret(deps, { principal, tx }, params.id)
      return { ...endpointView(row), secret }
    },
    deps.db,
    { sealed },
  )
  mount(app, getWebhookEndpoint, async ({ principal, params }) =>
    endpointView(await getEndpoint(deps, principal.orgId, params.id)),
  )
  mount(app, updateWebhookEndpoint, async ({ principal, params, body }) =>
    endpointView(await updateEndpoint(deps, { principal }, params.id, body)),
  )
  mount(app, deleteWebhookEndpoint, async ({ principal, params }) => {
    await deleteEndpoint(deps, { principal }, params.id)
    return undefined
  })
  mount(app, listWebhookDeliveries, async ({ principal, params, query }) => {
    const endpoint = await getEndpoint(deps, principal.orgId, params.id)
    const { rows, total } = await pageOfDeliveries(deps.db, endpoint, query)
    return { items: rows.map(deliveryView), total, ...query }
  })
  mount(app, redeliverWebhook, async ({ principal, params }) =>
    deliveryView(await redeliver(deps, { principal }, params)),
  )
}
