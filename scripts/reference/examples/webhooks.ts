import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../../stories/story.ts'
import type { ExampleStep } from './example-step.ts'

/** Starts a server to accept every delivery. Returns its address. */
async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/atrium-events`
}

/** An endpoint for events, and its deliveries. */
export const webhookExamples: readonly ExampleStep[] = [
  {
    operation: 'createWebhookEndpoint',
    before: async (_platform, seen) => seen.keep('receiver', await startReceiver()),
  },
  {
    operation: 'listWebhookDeliveries',
    before: async ({ client }, seen) => {
      const owner = client('owner')
      await owner.cards.create({ body: { title: 'Order flour for the spring' } })
      await until('a delivery', async () => {
        const { items } = await owner.webhookEndpoints.deliveries({
          params: { id: seen.text('createWebhookEndpoint.id') },
        })
        return items.find(({ status }) => status === 'delivered')
      })
    },
  },
]
