import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../../stories/story.ts'
import type { ExampleStep } from './example-step.ts'

/** The address of a server that takes every delivery. */
async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/atrium-events`
}

const byId = (seen: { text(path: string): string }) => ({ params: { id: seen.text('endpoint.id') } })
const byDelivery = (seen: { text(path: string): string }) => ({
  params: { id: seen.text('endpoint.id'), deliveryId: seen.text('deliveries.items.0.id') },
})

/** An endpoint that receives events, and its deliveries. */
export const webhookExamples: readonly ExampleStep[] = [
  {
    operation: 'createWebhookEndpoint',
    name: 'endpoint',
    before: async (_platform, seen) => seen.keep('receiver', await startReceiver()),
    request: (seen) => ({ body: { url: seen.text('receiver'), events: ['task.created'] } }),
  },
  { operation: 'listWebhookEndpoints' },
  { operation: 'getWebhookEndpoint', request: byId },
  {
    operation: 'updateWebhookEndpoint',
    request: (seen) => ({ ...byId(seen), body: { events: ['task.created', 'task.status_changed'] } }),
  },
  {
    operation: 'listWebhookDeliveries',
    name: 'deliveries',
    before: async ({ client }, seen) => {
      const owner = client('owner')
      await owner.cards.create({ body: { title: 'Order flour for the spring' } })
      await until('a delivery', async () => {
        const { items } = await owner.webhookEndpoints.deliveries(byId(seen))
        return items.find(({ status }) => status === 'delivered')
      })
    },
    request: (seen) => ({ ...byId(seen), query: { status: 'delivered' } }),
  },
  { operation: 'getWebhookDelivery', request: byDelivery },
  { operation: 'redeliverWebhook', request: byDelivery },
  { operation: 'rotateWebhookSecret', request: byId },
  { operation: 'deleteWebhookEndpoint', request: byId },
]
