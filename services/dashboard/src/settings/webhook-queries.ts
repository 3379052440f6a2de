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
import { atrium } from '../platform/api.ts'
import { offsetPages } from '../platform/offset-pages.ts'
import { shownAtOnce } from '../platform/shown-at-once.ts'

const endpointsKey = ['webhooks', 'endpoints'] as const

/** The endpoints of the organisation, of which there are at most 50. */
export const endpointsQuery = queryOptions({
  queryKey: endpointsKey,
  queryFn: async ({ signal }) =>
    (await atrium.call(listWebhookEndpoints, { query: { limit: 100 } }, { signal })).items,
})

/** The types of events that an endpoint can take, with their descriptions. */
export const eventTypesQuery = queryOptions({
  queryKey: ['webhooks', 'event-types'],
  queryFn: async () => (await atrium.call(listEventTypes, {})).items,
  staleTime: Number.POSITIVE_INFINITY,
})

/** A state of deliveries; undefined for all. */
export type DeliveryStatus = WebhookDeliveryView['status'] | undefined

/** The deliveries to an endpoint, the newest first. */
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

/** One delivery with the body that is sent. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: () => atrium.call(getWebhookDelivery, { params: { id, deliveryId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: endpointsKey })

/** Makes an endpoint; its answer has the secret. A repeated key answers the first one again. */
export const createEndpointMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ key, ...body }: { key: string; url: string; events: string[] }) =>
      atrium.call(createWebhookEndpoint, { body }, { idempotencyKey: key }),
    onSuccess: () => refresh(queryClient),
  })

type EndpointChange = { id: string } & UpdateWebhookEndpoint

/** Changes an endpoint; it shows at once and goes back when it is refused. */
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

/** Makes another secret; its answer has it. */
export const rotateSecretMutation = mutationOptions({
  mutationFn: (id: string) => atrium.call(rotateWebhookSecret, { params: { id } }),
})

/** Deletes an endpoint with its deliveries. */
export const deleteEndpointMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(deleteWebhookEndpoint, { params: { id } }),
    onSuccess: () => refresh(queryClient),
  })

/** Sends a delivery again. */
export const redeliverMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (deliveryId: string) =>
      atrium.call(redeliverWebhook, { params: { id, deliveryId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', id] }),
  })
