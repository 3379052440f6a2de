import { fileURLToPath } from 'node:url'
import { GenerateInvoices } from '@atrium/contracts'
import { callRpc, connectBus } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { playInvoicingStory } from './invoicing/play-invoicing-story.ts'
import { operatorEnvironment } from './start/operator-environment.ts'
import { runStory } from './stories/run-story.ts'

// Plays invoicing against a running platform with its sandbox: `npm run invoicing-story -- [url]`.
// Triggers the daily run over NATS, as the operator of the platform in ATRIUM_HOME.
const env = await operatorEnvironment(fileURLToPath(new URL('..', import.meta.url)), process.env)
const bus = await connectBus({
  url: env['NATS_URL'] ?? 'nats://127.0.0.1:4222',
  service: 'story',
  namespace: process.env['NATS_NAMESPACE'],
  logger: createLogger('story', 'warn', []),
})

await runStory("An organisation's money", (baseUrl, say) =>
  playInvoicingStory({
    baseUrl,
    say,
    generate: async () => (await callRpc(bus, GenerateInvoices, {})).finalized,
  }),
)
await bus.drain()
