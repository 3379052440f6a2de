import { z } from 'zod'
import {
  byShortId,
  CreatedAt,
  named,
  pageQuery,
  pageSchema,
  RecordId,
  Timestamp,
  UpdatedAt,
} from '../core/schemas.ts'
import { accepted, created, ok, page, tagged } from '../core/tagged.ts'

const webhooks = tagged('Webhooks')

export const WebhookEndpoint = named('WebhookEndpoint', {
  id: RecordId,
  url: z.string().describe('The URL that events are sent to, http or https, without credentials.'),
  events: z.array(z.string()).describe('The event types to send. `*` for all.'),
  enabled: z.boolean().describe('True if events are sent.'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** The response to creation and rotation. Only these contain the secret. */
export const NewWebhookEndpoint = WebhookEndpoint.extend({
  secret: z
    .string()
    .describe('The signing key (Standard Webhooks). Only this response contains it.'),
}).meta({
  id: 'NewWebhookEndpoint',
})

const Url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  // Also runs for malformed URLs, which an earlier check has already rejected.
  .refine((url) => `${URL.parse(url)?.username ?? ''}${URL.parse(url)?.password ?? ''}` === '', {
    error: 'Remove the user name and password from this address',
  })
const Events = z.array(z.string().min(1).max(200)).min(1).max(100)

const fields = {
  url: Url.describe('The URL that events are sent to, http or https, without credentials.'),
  events: Events.describe('The event types to send. `*` for all.'),
  enabled: z.boolean().describe('True if events are sent.'),
}

export const CreateWebhookEndpoint = z.strictObject({
  ...fields,
  enabled: fields.enabled.default(true).describe('True if events are sent. True by default.'),
})
export type CreateWebhookEndpoint = z.output<typeof CreateWebhookEndpoint>
export const UpdateWebhookEndpoint = z.strictObject(fields).partial()
export type UpdateWebhookEndpoint = z.output<typeof UpdateWebhookEndpoint>

export const WebhookDeliveryView = named('WebhookDelivery', {
  id: RecordId,
  endpointId: z.string().describe('The endpoint’s id.'),
  eventId: z.string().describe('The event’s id, the same in all attempts.'),
  eventType: z.string().describe('The event’s type.'),
  status: z
    .enum(['pending', 'delivered', 'failed'])
    .describe('`pending` until an attempt succeeds or the last attempt fails.'),
  attempts: z.number().int().describe('The number of attempts so far.'),
  responseStatus: z
    .number()
    .int()
    .nullable()
    .describe('The HTTP status of the last attempt. Null without a response.'),
  error: z.string().nullable().describe('Why the last attempt failed. Null if it did not.'),
  nextAttemptAt: Timestamp.nullable().describe(
    'When the next attempt is made. Null if there is none.',
  ),
  createdAt: Timestamp.describe('When it was queued.'),
  finishedAt: Timestamp.nullable().describe('When the delivery ended. Null while it is pending.'),
})
export type WebhookDeliveryView = z.output<typeof WebhookDeliveryView>

export const WebhookDeliveryDetail = WebhookDeliveryView.extend({
  request: z
    .object({ body: z.string().describe('The event’s JSON text, exactly as it is signed.') })
    .describe('The request that is sent.'),
}).meta({ id: 'WebhookDeliveryDetail' })

const path = '/api/webhook-endpoints'
const endpoint = webhooks.org.resource(path, byShortId, 'The endpoint', WebhookEndpoint)
const managed = webhooks.admin.resource(path, byShortId, 'The endpoint', WebhookEndpoint)
const byDeliveryId = z.object({
  deliveryId: z.string().max(200).describe('The delivery’s id.'),
})
const byDelivery = byShortId.extend(byDeliveryId.shape)

export const listWebhookEndpoints = endpoint.list(
  'listWebhookEndpoints',
  pageSchema(WebhookEndpoint),
  {
    sdk: 'webhookEndpoints.list',
    summary: 'The URLs that events are sent to, newest first',
    query: z.object(pageQuery),
  },
)
export const createWebhookEndpoint = webhooks.admin.post('createWebhookEndpoint', path, {
  assistants: false,
  sdk: 'webhookEndpoints.create',
  summary: 'Send events to a URL. Only this response contains the secret',
  description:
    'Deliveries are signed as the Standard Webhooks specification describes. An organisation has at most 50 endpoints.',
  body: CreateWebhookEndpoint,
  idempotent: true,
  responses: created('The endpoint with its secret', NewWebhookEndpoint, {
    Location: 'Its address',
  }),
  errors: ['too_many_endpoints'],
  example: { body: { url: '{receiver}', events: ['task.created'] } },
})
export const getWebhookEndpoint = endpoint.get('getWebhookEndpoint', {
  sdk: 'webhookEndpoints.get',
  summary: 'One endpoint',
})
export const updateWebhookEndpoint = managed.update('updateWebhookEndpoint', {
  sdk: 'webhookEndpoints.update',
  summary: 'Change, enable or disable an endpoint',
  body: UpdateWebhookEndpoint,
  example: { body: { events: ['task.created', 'task.status_changed'] } },
})
export const rotateWebhookSecret = managed.one.post('rotateWebhookSecret', '/rotate-secret', {
  assistants: false,
  sdk: 'webhookEndpoints.rotateSecret',
  summary: 'Replace the secret. Only this response contains it',
  description:
    'For a day, deliveries carry both signatures, the new one first, separated by a space. An even older secret stops working immediately.',
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
  query: z.object({
    ...pageQuery,
    status: WebhookDeliveryView.shape.status
      .optional()
      .describe('Returns only records with this status.'),
  }),
  responses: page(WebhookDeliveryView),
  example: { query: { status: 'delivered' } },
})
const delivery = webhooks.org.at('/api/webhook-endpoints/{id}/deliveries/{deliveryId}', byDelivery)

export const getWebhookDelivery = delivery.get('getWebhookDelivery', '', {
  sdk: 'webhookEndpoints.getDelivery',
  summary: 'One delivery with its body',
  responses: ok('The delivery', WebhookDeliveryDetail),
  example: { params: { deliveryId: '{listWebhookDeliveries.items.0.id}' } },
})
export const redeliverWebhook = webhooks.admin.post(
  'redeliverWebhook',
  '/api/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
  {
    sdk: 'webhookEndpoints.redeliver',
    summary: 'Send a delivery again with the same webhook-id',
    params: byDelivery,
    responses: accepted('The delivery, pending again', WebhookDeliveryView),
    example: { params: { deliveryId: '{listWebhookDeliveries.items.0.id}' } },
  },
)

/** The same for a caller who knows only the delivery. */
export const redeliverDelivery = webhooks.admin.post(
  'redeliverDelivery',
  '/api/webhook-endpoints/deliveries/{deliveryId}/redeliver',
  {
    sdk: null,
    summary: 'Send a delivery again, named by its own id alone',
    params: byDeliveryId,
    responses: accepted('The delivery, pending again', WebhookDeliveryView),
    example: { params: { deliveryId: '{listWebhookDeliveries.items.0.id}' } },
  },
)
