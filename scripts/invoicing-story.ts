import { fileURLToPath } from 'node:url'
import { GenerateInvoices } from '@atrium/contracts'
import { callRpc, connectBus } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { playInvoicingStory } from './invoicing/play-invoicing-story.ts'
import { operatorEnvironment } from './start/operator-environment.ts'

// An organisation's money against a running platform with its sandbox: `npm run invoicing-story -- [url]`. The
// recurring part calls the daily run over NATS, as the operator of the platform in ATRIUM_HOME.
const baseUrl = process.argv[2] ?? process.env['API_URL'] ?? 'http://localhost:3000'
const env = await operatorEnvironment(fileURLToPath(new URL('..', import.meta.url)), process.env)
const bus = await connectBus({
  url: env['NATS_URL'] ?? 'nats://127.0.0.1:4222',
  service: 'story',
  namespace: process.env['NATS_NAMESPACE'],
  logger: createLogger('story', 'warn', []),
  metrics: createMetrics('story'),
  tracing: propagateOnly,
})

try {
  console.log(`An organisation's money at ${baseUrl}`)
  await playInvoicingStory({
    baseUrl,
    say: console.log,
    generate: async () => (await callRpc(bus, GenerateInvoices, {})).finalized,
  })
  console.log('All of it works.')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await bus.drain()
}
