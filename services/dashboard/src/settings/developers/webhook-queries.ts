import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookDelivery,
  listEventTypes,
  listWebhookDeliveries,
  listWebhookEndpoints,
  redeliverWebhook,
  rotateWebhookSecret,
  type UpdateWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookDeliveryView,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { offsetPages, shownAtOnce } from '../../platform/records/queries.ts'

const endpointsKey = ['webhooks', 'endpoints'] as const

/** Reads the webhook endpoints. An organisation has at most 50. */
export const endpointsQuery = queryOptions({
  queryKey: endpointsKey,
  queryFn: async ({ signal }) =>
    (await atrium.call(listWebhookEndpoints, { query: { limit: 100 } }, { signal })).items,
})

/** Reads the event types that an endpoint can receive, with descriptions. */
export const eventTypesQuery = queryOptions({
  queryKey: ['webhooks', 'event-types'],
  queryFn: async () => (await atrium.call(listEventTypes, {})).items,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The delivery status to filter by. Undefined matches all. */
export type DeliveryStatus = WebhookDeliveryView['status'] | undefined

/** Reads the deliveries to an endpoint, newest first. */
export const deliveriesQuery = (id: string, status: DeliveryStatus) =>
  offsetPages(
    ['webhooks', 'deliveries', id, status ?? 'all'],
    (page, options) =>
      atrium.call(
        listWebhookDeliveries,
        { params: { id }, query: { ...page, ...(status && { status }) } },
        options,
      ),
    25,
  )

/** Reads a delivery with its request body. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: () => atrium.call(getWebhookDelivery, { params: { id, deliveryId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: endpointsKey })

/**
 * Creates an endpoint. The response contains the secret. A repeated `key` returns the first
 * endpoint again.
 */
export const createEndpointMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ key, ...body }: { key: string; url: string; events: string[] }) =>
      atrium.call(createWebhookEndpoint, { body }, { idempotencyKey: key }),
    onSuccess: () => refresh(queryClient),
  })

type EndpointChange = { id: string } & UpdateWebhookEndpoint

/**
 * Changes an endpoint. `enabled` shows at once and rolls back if the platform rejects the change.
 */
export const updateEndpointMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: EndpointChange) =>
      atrium.call(updateWebhookEndpoint, { params: { id }, body }),
    ...shownAtOnce(queryClient, endpointsQuery, (endpoints, { id, enabled }: EndpointChange) =>
      endpoints.map((one) => (one.id === id ? { ...one, enabled: enabled ?? one.enabled } : one)),
    ),
    onSettled: () =>
      Promise.all([
        refresh(queryClient),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ]),
  })

/** Creates a new secret. Only this response contains it. */
export const rotateSecretMutation = mutationOptions({
  mutationFn: (id: string) => atrium.call(rotateWebhookSecret, { params: { id } }),
})

/** Deletes an endpoint with its deliveries. */
export const deleteEndpointMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(deleteWebhookEndpoint, { params: { id } }),
    onSuccess: () => refresh(queryClient),
  })

export const redeliverMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (deliveryId: string) =>
      atrium.call(redeliverWebhook, { params: { id, deliveryId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', id] }),
  })
