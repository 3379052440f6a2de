import { GenerateInvoices } from '@atrium/contracts'
import { type Bus, callRpc, connectBus } from '@atrium/messaging'
import {
  platformEndpoints,
  type Sandbox,
  startSandbox,
  type WebhookEndpoint,
} from '@atrium/sandbox'
import { createLogger } from '@atrium/service-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { playConnectStory } from '../connect/play-connect-story.ts'
import { playInvoicingStory } from '../invoicing/play-invoicing-story.ts'
import { playMoneyStory } from '../money/play-money-story.ts'
import { playNewcomer } from '../newcomer/play-newcomer.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { playWorkflowStory } from '../workflow/play-workflow-story.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

// The stories share one platform. Each has its own organisations.
let sandbox: Sandbox
let platform: TestPlatform
let bus: Bus
let lines: string[]
const say = (line: string) => void lines.push(line)
const endpoints: WebhookEndpoint[] = []
beforeAll(async () => {
  sandbox = await startSandbox({ payments: { endpoints } })
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port))
  platform = await startTestPlatform({
    ...(variables as Record<string, string>),
    PAGENET_MANAGE_COMMENTS: 'true',
  })
  endpoints.push(...platformEndpoints(platform.env))
  bus = await connectBus({
    url: platform.env['NATS_URL'] ?? '',
    service: 'story',
    namespace: platform.env['NATS_NAMESPACE'],
    logger: createLogger('story', 'fatal', []),
  })
})
beforeEach(() => {
  lines = []
})
afterAll(async () => {
  await bus?.drain()
  await platform?.stop()
  await sandbox?.stop()
})

test("plays a newcomer's first minutes from sign-up to purge without a 5xx or a logged error", async () => {
  await playNewcomer(platform.baseUrl, say)
  expect(lines.length).toBeGreaterThan(8)
  const logged = platform.log.lines.map(
    (line) => JSON.parse(line) as { level: number; status?: number },
  )
  expect(logged.filter(({ level, status = 0 }) => level >= 50 || status >= 500)).toEqual([])
})

test('creates, activates and watches a workflow, fires it manually and by an event, and reads it back', async () => {
  await playWorkflowStory(platform.baseUrl, say)
  expect(lines.length).toBeGreaterThan(8)
})

test('connects accounts on consent pages, and publishes, refuses and resends posts after a reconnect', async () => {
  await playConnectStory(platform.baseUrl, say)
  expect(lines.length).toBeGreaterThan(12)
})

test('credits half of a legally valid invoice, gets the rest paid, sells out a happening and admits visitors', async () => {
  await playMoneyStory(platform.baseUrl, say)
  expect(lines.length).toBeGreaterThan(14)
})

test("bills an organisation's customers once, monthly and by subscription, and gets paid", async () => {
  await playInvoicingStory({
    baseUrl: platform.baseUrl,
    say,
    generate: async () => (await callRpc(bus, GenerateInvoices, {})).finalized,
  })
  expect(lines.length).toBeGreaterThan(10)
})
