import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../../stories/story.ts'
import { type ExampleStep, from, one } from './example-step.ts'

/** Starts a server to accept every delivery. Returns its address. */
async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/atrium-events`
}

const endpoint = one('endpoint')
const delivery = { params: { ...endpoint.params, deliveryId: from('deliveries.items.0.id') } }

/** An endpoint for events, and its deliveries. */
export const webhookExamples: readonly ExampleStep[] = [
  {
    operation: 'createWebhookEndpoint',
    name: 'endpoint',
    before: async (_platform, seen) => seen.keep('receiver', await startReceiver()),
    body: { url: from('receiver'), events: ['task.created'] },
  },
  { operation: 'listWebhookEndpoints' },
  { operation: 'getWebhookEndpoint', ...endpoint },
  {
    operation: 'updateWebhookEndpoint',
    ...endpoint,
    body: { events: ['task.created', 'task.status_changed'] },
  },
  {
    operation: 'listWebhookDeliveries',
    name: 'deliveries',
    before: async ({ client }, seen) => {
      const owner = client('owner')
      await owner.cards.create({ body: { title: 'Order flour for the spring' } })
      await until('a delivery', async () => {
        const { items } = await owner.webhookEndpoints.deliveries({
          params: { id: seen.text('endpoint.id') },
        })
        return items.find(({ status }) => status === 'delivered')
      })
    },
    ...endpoint,
    query: { status: 'delivered' },
  },
  { operation: 'getWebhookDelivery', ...delivery },
  { operation: 'redeliverWebhook', ...delivery },
  { operation: 'rotateWebhookSecret', ...endpoint },
  { operation: 'deleteWebhookEndpoint', ...endpoint },
]
