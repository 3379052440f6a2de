// Prints the organisation's events as they happen. The client reconnects automatically.
import { createClient } from '@atrium/sdk'

const atrium = createClient({
  baseUrl: process.env.ATRIUM_URL ?? 'http://localhost:3000',
  apiKey: process.env.ATRIUM_API_KEY ?? '',
})

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
for await (const change of atrium.events({ signal: stop.signal })) {
  if (change.kind === 'event') console.log(change.event.occurredAt, change.event.type)
  else console.log(change.kind)
}
