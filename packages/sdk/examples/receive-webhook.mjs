// Receives the platform's webhooks.
import { createServer } from 'node:http'
import { verifyWebhook, WebhookVerificationError } from '@atrium/sdk'

const secret = process.env.WEBHOOK_SECRET ?? ''

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secret)
    console.log(event.id, event.type)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end()
  }
}).listen(8080)
