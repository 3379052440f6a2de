import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookDelivery,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  redeliverWebhook,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  WebhookDeliveryView,
  WebhookEndpoint,
} from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { answerSeal } from '../system/answer-seal.ts'
import {
  createEndpoint,
  deleteEndpoint,
  getDelivery,
  getEndpoint,
  redeliver,
  rotateSecret,
  updateEndpoint,
  type WithSecret,
} from './manage-endpoints.ts'
import { type DeliveryRow, pageOfDeliveries, pageOfEndpoints } from './webhooks.db.ts'

const endpointView = viewOf(WebhookEndpoint)

const delivery = viewOf(WebhookDeliveryView.omit({ nextAttemptAt: true }))
const deliveryView = (row: DeliveryRow): WebhookDeliveryView => ({
  ...delivery(row),
  nextAttemptAt: row.next_at?.toISOString() ?? null,
})

const withSecret = ({ row, secret }: WithSecret) => ({ ...endpointView(row), secret })

export function webhookRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const sealed = answerSeal(deps)
  mount(app, listWebhookEndpoints, async ({ principal, query }) => {
    const { rows, ...page } = await pageOfEndpoints(db, principal.orgId, query)
    return { items: rows.map(endpointView), ...page }
  })
  mount(app, createWebhookEndpoint, { db, sealed }, async (call) =>
    withSecret(await createEndpoint(deps, call, call.body)),
  )
  mount(app, rotateWebhookSecret, { db, sealed }, async (call) =>
    withSecret(await rotateSecret(deps, call, call.params.id)),
  )
  mount(app, getWebhookEndpoint, async (call) => endpointView(await getEndpoint(deps, call, call.params.id)))
  mount(app, updateWebhookEndpoint, async (call) =>
    endpointView(await updateEndpoint(deps, call, call.params.id, call.body)),
  )
  mount(app, deleteWebhookEndpoint, (call) => deleteEndpoint(deps, call, call.params.id))
  mount(app, listWebhookDeliveries, async (call) => {
    const endpoint = await getEndpoint(deps, call, call.params.id)
    const { rows, ...page } = await pageOfDeliveries(db, endpoint, call.query)
    return { items: rows.map(deliveryView), ...page }
  })
  mount(app, getWebhookDelivery, async (call) => {
    const row = await getDelivery(deps, call, call.params)
    return { ...deliveryView(row), request: { body: row.body } }
  })
  mount(app, redeliverWebhook, async (call) => deliveryView(await redeliver(deps, call, call.params)))
}
