import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  defineEvent,
  defineRpc,
  type MessagingService,
  messagingServices,
  traffic,
} from '@atrium/contracts'
import { freePort, type RunningServer, startNats } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import type { Msg } from '@nats-io/nats-core'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Bus,
  callRpc,
  connectBus,
  durableName,
  eventConsumer,
  followEvents,
  natsAuthorization,
  natsOperator,
  natsPermissions,
  rpcHandler,
  serveRpc,
  startConsumer,
  startJobWorker,
  subscribe,
} from '../src/index.ts'
import { ensureStreams } from '../src/streams.ts'
import { createHarness, type Harness } from './harness.ts'

/** The server stalls for ten seconds, and recovery may take longer on a busy machine. */
const stalledMs = 10_000
const patienceMs = 60_000

let folder: string
let nats: RunningServer
let harness: Harness
let operator: Bus
const closing: Array<() => Promise<void>> = []
const lines: string[] = []
const buses: Bus[] = []
const password = randomBytes(12).toString('base64url')
/** The consumers, queues and followers that saw each round's message. */
const seen = new Map<number, Set<string>>()
let gaps = 0

const note = (name: string, round: unknown): void => {
  const names = seen.get(Number(round)) ?? new Set()
  seen.set(Number(round), names.add(name))
}

async function start(
  authorization = natsAuthorization(messagingServices, () => JSON.stringify(password)),
) {
  nats = await startNats({
    storeDir: join(folder, 'nats'),
    port: nats?.port ?? (await freePort()),
    authorization,
  })
}

async function connect(user: string): Promise<Bus> {
  const url = nats.url.replace('://', `://${user}:${password}@`)
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const bus = await connectBus({ url, service: user, logger })
  buses.push(bus)
  closing.push(() => bus.drain())
  return bus
}

const Probe = (service: string) =>
  defineRpc({
    subject: `${service}.probe`,
    description: 'Answers',
    input: z.object({}),
    output: z.object({}),
    timeoutMs: 1_000,
  })

/** Starts everything that the service may consume. The handlers only record what they saw. */
async function startEverything(service: MessagingService): Promise<void> {
  const bus = await connect(service)
  const { consumes, works, followsEvents, broadcasts } = traffic[service]
  for (const subject of broadcasts) {
    const onMessage = (message: Msg) => {
      const { round, data } = message.json<{ round?: number; data?: { round: number } }>()
      note(`${service} hears ${subject}`, round ?? data?.round)
    }
    const unsubscribe = subscribe(bus, bus.subject(subject), { name: subject, onMessage })
    closing.push(async () => unsubscribe())
  }
  for (const [name, { type }] of Object.entries(consumes)) {
    const event = defineEvent({
      type,
      description: 'One of a round',
      domain: false,
      schema: z.object({ round: z.number() }),
    })
    const handle = async (_: unknown, { data }: { data: { round: number } }) =>
      note(`${service}-${name}`, data.round)
    closing.push(await startConsumer(bus, harness.db, eventConsumer(name, event, handle)))
  }
  for (const job of works) {
    const queue = { ...job, schema: z.object({ round: z.number() }) }
    const handle = async ({ round }: { round: number }) => note(job.subject, round)
    closing.push(await startJobWorker(bus, queue, { slots: 1, handle }, harness.platform))
  }
  if (followsEvents) {
    const following = followEvents(bus, {
      backMs: 1_000,
      onEvent: ({ type, data }) =>
        note(`${service} follows ${type}`, (data as { round: number }).round),
      onGap: () => {
        gaps += 1
      },
    })
    closing.push(() => following.stop())
    await following.caughtUp
  }
  closing.push(await serveRpc(bus, '1.0.0', [rpcHandler(Probe(service), async () => ({}))]))
}

const eventTypes = new Set(
  messagingServices.flatMap((each) => Object.values(traffic[each].consumes).map((e) => e.type)),
)
const everyName = messagingServices.flatMap((service) => {
  const { consumes, works, followsEvents, broadcasts } = traffic[service]
  return [
    ...broadcasts.map((subject) => `${service} hears ${subject}`),
    ...Object.keys(consumes).map((name) => `${service}-${name}`),
    ...works.map((job) => job.subject),
    ...(followsEvents ? [...eventTypes].map((type) => `${service} follows ${type}`) : []),
  ]
})

/**
 * Sends each event type and a job for each queue. Waits until every consumer saw them and every RPC
 * responds.
 */
async function expectAllAlive(round: number): Promise<void> {
  const publish = (subject: string, data: object): Promise<unknown> =>
    eventually(
      () => operator.js.publish(operator.subject(subject), JSON.stringify(data)),
      patienceMs,
    )
  const envelope = { orgId: 'org_1', occurredAt: new Date().toISOString(), data: { round } }
  for (const type of eventTypes) {
    await publish(`events.org_1.${type}`, { id: `evt_${type}_${round}`, type, ...envelope })
  }
  for (const { subject } of messagingServices.flatMap((each) => traffic[each].works)) {
    await publish(`jobs.${subject}`, { id: `job_${subject}_${round}`, type: subject, ...envelope })
  }
  await eventually(() => {
    // A message outside JetStream is lost while its subscriber is away, so each attempt sends it again.
    for (const subject of messagingServices.flatMap((each) => traffic[each].broadcasts)) {
      operator.nc.publish(operator.subject(subject.replaceAll('*', 'x')), JSON.stringify({ round }))
    }
    expect(everyName.filter((name) => !seen.get(round)?.has(name))).toEqual([])
  }, patienceMs)
  for (const service of messagingServices) {
    await eventually(() => callRpc(operator, Probe(service), {}), patienceMs)
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-restricted-'))
  await start()
  harness = await createHarness()
  operator = await connect(natsOperator)
  await ensureStreams(operator)
  for (const service of messagingServices) await startEverything(service)
})
afterAll(async () => {
  await Promise.all(
    closing
      .splice(0)
      .toReversed()
      .map((close) => close()),
  )
  await harness.close()
  await nats.stop()
  await rm(folder, { recursive: true, force: true })
})

test('continues every consumer of every service when NATS restarts', async () => {
  await expectAllAlive(1)
  const before = gaps
  await nats.stop()
  await eventually(() => expect(operator.isConnected()).toBe(false))
  await start()
  await expectAllAlive(2)
  expect(gaps).toBeGreaterThan(before)
  expect(lines.filter((line) => line.includes('Permissions Violation'))).toEqual([])
}, 180_000)

test('continues every consumer of every service when NATS stalls for ten seconds', async () => {
  const before = gaps
  process.kill(nats.pid, 'SIGSTOP')
  try {
    // The kernel may stop the server after it has sent one more response.
    await eventually(async () => expect(await operator.responds(500)).toBe(false))
    await sleep(stalledMs)
  } finally {
    process.kill(nats.pid, 'SIGCONT')
  }
  await expectAllAlive(3)
  await eventually(() => expect(gaps).toBeGreaterThan(before), patienceMs)
  expect(lines.filter((line) => line.includes('Permissions Violation'))).toEqual([])
}, 180_000)

test('logs an error for a refused consumer and creates it again when its user has the permission', async () => {
  const withoutPulls = natsAuthorization(messagingServices, () =>
    JSON.stringify(password),
  ).replaceAll(/"\$JS\.API\.CONSUMER\.MSG\.NEXT[^"]*"/g, '"nothing"')
  expect(natsPermissions('gateway').publish.join()).toContain('MSG.NEXT')
  await nats.stop()
  lines.length = 0
  await start(withoutPulls)
  const errors = (text: string) =>
    lines.filter((line) => line.includes('"level":50') && line.includes(text)).length
  await eventually(() => {
    expect(errors('following broke')).toBeGreaterThan(0)
    expect(errors('consumer broke')).toBeGreaterThan(0)
    expect(errors('the queue does not answer')).toBeGreaterThan(0)
  }, patienceMs)
  await nats.stop()
  await start()
  await expectAllAlive(4)
}, 180_000)

test('logs an error for a refused subscription or RPC, counts it, and opens it again when its user has the permission', async () => {
  const heard = messagingServices.flatMap((each) => traffic[each].broadcasts)
  const refused = [
    ...heard,
    ...messagingServices.map((service) => `rpc.${service}.>`),
    ...traffic.workflow.works.map(
      (job) => `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.JOBS.${durableName(job)}`,
    ),
  ]
  const without = refused.reduce(
    (text, subject) => text.replaceAll(JSON.stringify(subject), '"nothing"'),
    natsAuthorization(messagingServices, () => JSON.stringify(password)),
  )
  await nats.stop()
  lines.length = 0
  await start(without)
  const names = [...heard, 'exhausted-jobs', 'rpc']
  await eventually(async () => {
    const counted = await Promise.all(buses.map((bus) => bus.metrics.natsRefusals.get()))
    const refusals = counted.flatMap(({ values }) =>
      values.flatMap(({ value, labels }) => (value > 0 ? [labels.name] : [])),
    )
    expect(names.filter((name) => !refusals.includes(name))).toEqual([])
  }, patienceMs)
  const errors = lines.filter((line) => line.includes('a subscription ended, subscribing again'))
  const logged = (name: string) => errors.some((line) => line.includes(`"name":"${name}"`))
  expect(names.filter((name) => !logged(name))).toEqual([])
  expect(errors.every((line) => line.includes('"level":50'))).toBe(true)
  await nats.stop()
  await start()
  await expectAllAlive(5)
}, 180_000)
