import * as operations from '@atrium/contracts'
import { createView } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { answerSeal } from '../system/answer-seal.ts'
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  redeliver,
  rotateSecret,
  updateEndpoint,
} from './manage-endpoints.ts'
import {
  type DeliveryRow,
  type EndpointRow,
  getDeliveryRow,
  pageOfDeliveries,
  pageOfEndpoints,
} from './webhooks.db.ts'

const endpointView = createView(operations.WebhookEndpoint)

const delivery = createView(operations.WebhookDeliveryView.omit({ nextAttemptAt: true }))
const deliveryView = (row: DeliveryRow): operations.WebhookDeliveryView => ({
  ...delivery(row),
  nextAttemptAt: row.next_at?.toISOString() ?? null,
})

const withSecret = ({ row, secret }: { row: EndpointRow; secret: string }) => ({
  ...endpointView(row),
  secret,
})

export function webhookRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const sealed = answerSeal(deps)
  mount(app, operations.listWebhookEndpoints, async ({ principal, query }) => {
    const { rows, ...page } = await pageOfEndpoints(db, principal.orgId, query)
    return { items: rows.map(endpointView), ...page }
  })
  mount(app, operations.createWebhookEndpoint, { db, sealed }, async (call) =>
    withSecret(await createEndpoint(deps, call, call.body)),
  )
  mount(app, operations.rotateWebhookSecret, { db, sealed }, async (call) =>
    withSecret(await rotateSecret(deps, call, call.params.id)),
  )
  mount(app, operations.getWebhookEndpoint, async (call) =>
    endpointView(await getEndpoint(deps, call, call.params.id)),
  )
  mount(app, operations.updateWebhookEndpoint, async (call) =>
    endpointView(await updateEndpoint(deps, call, { id: call.params.id, changes: call.body })),
  )
  mount(app, operations.deleteWebhookEndpoint, (call) => deleteEndpoint(deps, call, call.params.id))
  mount(app, operations.listWebhookDeliveries, async (call) => {
    const endpoint = await getEndpoint(deps, call, call.params.id)
    const { rows, ...page } = await pageOfDeliveries(db, endpoint, call.query)
    return { items: rows.map(deliveryView), ...page }
  })
  mount(app, operations.getWebhookDelivery, async ({ principal, params }) => {
    const row = await getDeliveryRow(db, principal.orgId, params)
    return { ...deliveryView(row), request: { body: row.body } }
  })
  mount(app, operations.redeliverWebhook, async (call) =>
    deliveryView(await redeliver(deps, call, call.params)),
  )
  mount(app, operations.redeliverDelivery, async (call) =>
    deliveryView(await redeliver(deps, call, call.params)),
  )
}
