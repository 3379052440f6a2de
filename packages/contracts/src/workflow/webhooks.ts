import { z } from 'zod'
import { defineOperation } from '../core/operation.ts'
import { pageOf, pageQuery, Timestamp } from '../core/schemas.ts'

const tag = 'Webhooks'

export const WebhookEndpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    /** Event types, or `*` for all. */
    events: z.array(z.string()),
    enabled: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** The answer of creation and rotation, the only ones with the secret. */
export const NewWebhookEndpoint = WebhookEndpoint.extend({ secret: z.string() }).meta({
  id: 'NewWebhookEndpoint',
})
export type NewWebhookEndpoint = z.output<typeof NewWebhookEndpoint>

const Url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  // Asked of malformed ones too, which have been refused by then.
  .refine((url) => `${URL.parse(url)?.username ?? ''}${URL.parse(url)?.password ?? ''}` === '', {
    error: 'A webhook address carries no credentials',
  })
const Events = z.array(z.string().min(1).max(200)).min(1).max(100)

export const CreateWebhookEndpoint = z.strictObject({
  url: Url,
  events: Events,
  enabled: z.boolean().default(true),
})
export type CreateWebhookEndpoint = z.output<typeof CreateWebhookEndpoint>
export const UpdateWebhookEndpoint = z.strictObject({
  url: Url.optional(),
  events: Events.optional(),
  enabled: z.boolean().optional(),
})
export type UpdateWebhookEndpoint = z.output<typeof UpdateWebhookEndpoint>

export const WebhookDeliveryView = z
  .object({
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
  .meta({ id: 'WebhookDelivery' })
export type WebhookDeliveryView = z.output<typeof WebhookDeliveryView>

const byId = z.object({ id: z.string().max(200) })
const byDelivery = z.object({ id: z.string().max(200), deliveryId: z.string().max(200) })

export const listWebhookEndpoints = defineOperation({
  id: 'listWebhookEndpoints',
  method: 'get',
  path: '/api/webhook-endpoints',
  tag,
  summary: 'Where events are sent, newest first',
  access: 'org',
  query: z.object(pageQuery),
  responses: { 200: { description: 'A page', schema: pageOf(WebhookEndpoint) } },
})
export const createWebhookEndpoint = defineOperation({
  id: 'createWebhookEndpoint',
  method: 'post',
  path: '/api/webhook-endpoints',
  tag,
  summary: 'Send events to an address; answers the secret once',
  description:
    'Deliveries are signed by the Standard Webhooks specification. An organisation has at most 50 endpoints.',
  access: 'admin',
  body: CreateWebhookEndpoint,
  idempotent: true,
  responses: {
    201: {
      description: 'The endpoint with its secret',
      schema: NewWebhookEndpoint,
      headers: { Location: 'Its address' },
    },
  },
  errors: ['validation_failed', 'too_many_endpoints'],
})
export const getWebhookEndpoint = defineOperation({
  id: 'getWebhookEndpoint',
  method: 'get',
  path: '/api/webhook-endpoints/{id}',
  tag,
  summary: 'One endpoint',
  access: 'org',
  params: byId,
  responses: { 200: { description: 'The endpoint', schema: WebhookEndpoint } },
  errors: ['not_found'],
})
export const updateWebhookEndpoint = defineOperation({
  id: 'updateWebhookEndpoint',
  method: 'patch',
  path: '/api/webhook-endpoints/{id}',
  tag,
  summary: 'Change, enable or disable an endpoint',
  access: 'admin',
  params: byId,
  body: UpdateWebhookEndpoint,
  responses: { 200: { description: 'The endpoint', schema: WebhookEndpoint } },
  errors: ['not_found'],
})
export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/api/webhook-endpoints/{id}/rotate-secret',
  tag,
  summary: 'Another secret; answers it once',
  description:
    'For a day deliveries are signed with both, the new signature first, separated by a space. A secret from before the last one ends at once.',
  access: 'admin',
  params: byId,
  idempotent: true,
  responses: { 200: { description: 'The endpoint with its new secret', schema: NewWebhookEndpoint } },
  errors: ['not_found'],
})
export const deleteWebhookEndpoint = defineOperation({
  id: 'deleteWebhookEndpoint',
  method: 'delete',
  path: '/api/webhook-endpoints/{id}',
  tag,
  summary: 'Delete an endpoint with its deliveries',
  access: 'admin',
  params: byId,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found'],
})
export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  method: 'get',
  path: '/api/webhook-endpoints/{id}/deliveries',
  tag,
  summary: 'Deliveries to an endpoint, newest first',
  access: 'org',
  params: byId,
  query: z.object(pageQuery),
  responses: { 200: { description: 'A page', schema: pageOf(WebhookDeliveryView) } },
  errors: ['not_found'],
})
export const redeliverWebhook = defineOperation({
  id: 'redeliverWebhook',
  method: 'post',
  path: '/api/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
  tag,
  summary: 'Send a delivery again, under the same webhook-id',
  access: 'admin',
  params: byDelivery,
  responses: { 202: { description: 'The delivery, pending again', schema: WebhookDeliveryView } },
  errors: ['not_found'],
})
