import { GenerateInvoices } from '@atrium/contracts'
import { type Bus, callRpc, connectBus } from '@atrium/messaging'
import { platformEndpoints, type Sandbox, startSandbox, type WebhookEndpoint } from '@atrium/sandbox'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playInvoicingStory } from '../invoicing/play-invoicing-story.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let sandbox: Sandbox
let platform: TestPlatform
let bus: Bus
const endpoints: WebhookEndpoint[] = []
beforeAll(async () => {
  sandbox = await startSandbox({ payments: { endpoints } })
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port))
  platform = await startTestPlatform(variables as Record<string, string>)
  endpoints.push(...platformEndpoints(platform.env))
  bus = await connectBus({
    url: platform.env['NATS_URL'] ?? '',
    service: 'story',
    namespace: platform.env['NATS_NAMESPACE'],
    logger: createLogger('story', 'fatal', []),
    metrics: createMetrics('story'),
    tracing: propagateOnly,
  })
})
afterAll(async () => {
  await bus.drain()
  await platform.stop()
  await sandbox.stop()
})

test('an organisation bills once, month by month and by subscription, and is paid', async () => {
  const lines: string[] = []
  await playInvoicingStory({
    baseUrl: platform.baseUrl,
    say: (line) => void lines.push(line),
    generate: async () => (await callRpc(bus, GenerateInvoices, {})).finalized,
  })
  expect(lines.length).toBeGreaterThan(10)
}, 60_000)
