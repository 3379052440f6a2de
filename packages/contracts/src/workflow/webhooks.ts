import { z } from 'zod'
import { byShortId, named, pageQuery, pageSchema, Timestamp } from '../core/schemas.ts'
import { accepted, created, ok, page, tagged } from '../core/tagged.ts'

const webhooks = tagged('Webhooks')

export const WebhookEndpoint = named('WebhookEndpoint', {
  id: z.string(),
  url: z.string(),
  /** Event types, or `*` for all. */
  events: z.array(z.string()),
  enabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** The response of creation and rotation. Only these contain the secret. */
export const NewWebhookEndpoint = WebhookEndpoint.extend({ secret: z.string() }).meta({
  id: 'NewWebhookEndpoint',
})

const Url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  // Also runs for malformed URLs, which an earlier check has already rejected.
  .refine((url) => `${URL.parse(url)?.username ?? ''}${URL.parse(url)?.password ?? ''}` === '', {
    error: 'A webhook address carries no credentials',
  })
const Events = z.array(z.string().min(1).max(200)).min(1).max(100)

const fields = { url: Url, events: Events, enabled: z.boolean() }

export const CreateWebhookEndpoint = z.strictObject({
  ...fields,
  enabled: fields.enabled.default(true),
})
export type CreateWebhookEndpoint = z.output<typeof CreateWebhookEndpoint>
export const UpdateWebhookEndpoint = z.strictObject(fields).partial()
export type UpdateWebhookEndpoint = z.output<typeof UpdateWebhookEndpoint>

export const WebhookDeliveryView = named('WebhookDelivery', {
  id: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  nextAttemptAt: Timestamp.nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type WebhookDeliveryView = z.output<typeof WebhookDeliveryView>

export const WebhookDeliveryDetail = WebhookDeliveryView.extend({
  request: z.object({ body: z.string().describe('The JSON text of the event, as it is signed') }),
}).meta({ id: 'WebhookDeliveryDetail' })

const path = '/api/webhook-endpoints'
const endpoint = webhooks.org.resource(path, byShortId, 'The endpoint', WebhookEndpoint)
const managed = webhooks.admin.resource(path, byShortId, 'The endpoint', WebhookEndpoint)
const byDelivery = byShortId.extend({ deliveryId: z.string().max(200) })

export const listWebhookEndpoints = endpoint.list(
  'listWebhookEndpoints',
  pageSchema(WebhookEndpoint),
  {
    sdk: 'webhookEndpoints.list',
    summary: 'Where events are sent, newest first',
    query: z.object(pageQuery),
  },
)
export const createWebhookEndpoint = webhooks.admin.post('createWebhookEndpoint', path, {
  assistants: false,
  sdk: 'webhookEndpoints.create',
  summary: 'Send events to an address; answers the secret once',
  description:
    'Deliveries are signed by the Standard Webhooks specification. An organisation has at most 50 endpoints.',
  body: CreateWebhookEndpoint,
  idempotent: true,
  responses: created('The endpoint with its secret', NewWebhookEndpoint, {
    Location: 'Its address',
  }),
  errors: ['too_many_endpoints'],
})
export const getWebhookEndpoint = endpoint.get('getWebhookEndpoint', {
  sdk: 'webhookEndpoints.get',
  summary: 'One endpoint',
})
export const updateWebhookEndpoint = managed.update('updateWebhookEndpoint', {
  sdk: 'webhookEndpoints.update',
  summary: 'Change, enable or disable an endpoint',
  body: UpdateWebhookEndpoint,
})
export const rotateWebhookSecret = managed.one.post('rotateWebhookSecret', '/rotate-secret', {
  assistants: false,
  sdk: 'webhookEndpoints.rotateSecret',
  summary: 'Another secret; answers it once',
  description:
    'For a day deliveries are signed with both, the new signature first, separated by a space. A secret from before the last one ends at once.',
  idempotent: true,
  responses: ok('The endpoint with its new secret', NewWebhookEndpoint),
})
export const deleteWebhookEndpoint = managed.delete('deleteWebhookEndpoint', {
  sdk: 'webhookEndpoints.delete',
  summary: 'Delete an endpoint with its deliveries',
})

export const listWebhookDeliveries = endpoint.one.get('listWebhookDeliveries', '/deliveries', {
  sdk: 'webhookEndpoints.deliveries',
  summary: 'Deliveries to an endpoint, newest first',
  query: z.object({ ...pageQuery, status: WebhookDeliveryView.shape.status.optional() }),
  responses: page(WebhookDeliveryView),
})
const delivery = webhooks.org.at('/api/webhook-endpoints/{id}/deliveries/{deliveryId}', byDelivery)

export const getWebhookDelivery = delivery.get('getWebhookDelivery', '', {
  sdk: 'webhookEndpoints.getDelivery',
  summary: 'One delivery with the body that is sent',
  responses: ok('The delivery', WebhookDeliveryDetail),
})
export const redeliverWebhook = webhooks.admin.post(
  'redeliverWebhook',
  '/api/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
  {
    sdk: 'webhookEndpoints.redeliver',
    summary: 'Send a delivery again, under the same webhook-id',
    params: byDelivery,
    responses: accepted('The delivery, pending again', WebhookDeliveryView),
  },
)
