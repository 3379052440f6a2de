import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  FindOrg,
  GenerateInvoices,
  type MessagingService,
  messagingServices,
  OrgDeleted,
  traffic,
} from '@atrium/contracts'
import { freePort, type RunningServer, startNats } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import type { NatsConnection } from '@nats-io/nats-core'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Bus,
  callRpc,
  connectBus,
  followEvents,
  natsAuthorization,
  natsOperator,
  rpcHandler,
  serveRpc,
} from './index.ts'
import { inboxPrefix } from './names.ts'
import { ensureConsumer, ensureStreams } from './streams.ts'

const passwords = new Map<string, string>()
const toPassword = (user: string): string => {
  const known = passwords.get(user) ?? randomBytes(12).toString('base64url')
  passwords.set(user, known)
  return known
}
let folder: string
let nats: RunningServer
const open: Bus[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-permissions-'))
  const authorization = natsAuthorization(messagingServices, (user) =>
    JSON.stringify(toPassword(user)),
  )
  nats = await startNats({ storeDir: join(folder, 'nats'), port: await freePort(), authorization })
  await ensureStreams(await bus(natsOperator))
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.drain()
})
afterAll(async () => {
  await nats.stop()
  await rm(folder, { recursive: true, force: true })
})

async function bus(user: string, password = toPassword(user)): Promise<Bus> {
  const connected = await connectBus({
    url: nats.url.replace('://', `://${user}:${encodeURIComponent(password)}@`),
    service: user,
    logger: pino({ level: 'silent' }),
  })
  open.push(connected)
  return connected
}

/** Returns the server's refusals on a connection. */
async function refusals(nc: NatsConnection, act: () => void): Promise<string[]> {
  const errors: string[] = []
  const listening = (async () => {
    for await (const status of nc.status())
      if (status.type === 'error') errors.push(status.error.message)
  })()
  act()
  await eventually(() => expect(errors.length).toBeGreaterThan(0))
  await nc.close()
  await listening
  return errors
}

test('requires the right password for a connection', async () => {
  await expect(bus('board', 'guess')).rejects.toThrow(/authorization/i)
  await expect(bus('nobody', 'guess')).rejects.toThrow(/authorization/i)
})

describe('permissions of a service’s user', () => {
  test.each<[string, MessagingService, string]>([
    ['another service’s event', 'board', 'events.org_a.invoice.paid'],
    ['the call of an RPC that it has no part in', 'board', 'rpc.invoicing.generate-invoices'],
    ['another service’s job', 'connect', 'jobs.workflow-run.high'],
    [
      'messages of another service’s consumer',
      'board',
      '$JS.API.CONSUMER.MSG.NEXT.EVENTS.identity-signup-notice',
    ],
    [
      'the acknowledgement of another service’s message',
      'board',
      '$JS.ACK.EVENTS.identity-signup-notice.1.1.1.1.0',
    ],
    [
      'a consumer of its own for an event that it has no part in',
      'assets',
      '$JS.API.CONSUMER.CREATE.EVENTS.assets-spy.events.*.user.signed_up',
    ],
    ['reading the stream', 'board', '$JS.API.STREAM.MSG.GET.EVENTS'],
    ['a response to a service that never calls it', 'assets', `${inboxPrefix('mcp')}.x.y`],
    ['deleting the stream', 'workflow', '$JS.API.STREAM.DELETE.EVENTS'],
    ['changing the stream', 'identity', '$JS.API.STREAM.UPDATE.EVENTS'],
  ])('rejects publishing for %s', async (_, service, subject) => {
    const { nc } = await bus(service)
    const errors = await refusals(nc, () => nc.publish(subject, '{}'))
    expect(errors.join()).toMatch(/permissions violation for publish/i)
  })

  test.each<[string, MessagingService, string]>([
    ['answering for another service', 'board', 'rpc.identity.resolve-principals'],
    ['listening to events as they pass', 'connect', 'events.>'],
    ['listening to everything', 'workflow', '>'],
    ['answers to another service', 'assets', `${inboxPrefix('gateway')}.>`],
    ['answers of the client’s own kind', 'assets', '_INBOX.>'],
  ])('rejects a subscription for %s', async (_, service, subject) => {
    const { nc } = await bus(service)
    const errors = await refusals(nc, () => void nc.subscribe(subject, { callback: () => {} }))
    expect(errors.join()).toMatch(/permissions violation for subscription/i)
  })
})

test.each(messagingServices)('lets %s create each of its consumers', async (service) => {
  const own = await bus(service)
  await ensureStreams(own)
  for (const [name, { type }] of Object.entries(traffic[service].consumes)) {
    const wanted = { durable_name: `${service}-${name}`, filter_subject: `events.*.${type}` }
    await ensureConsumer(own, 'EVENTS', wanted)
    await ensureConsumer(own, 'EVENTS', { ...wanted, max_deliver: 5 })
  }
})

test('lets a service publish its events, and pull and acknowledge the events that it consumes', async () => {
  const [identity, assets] = [await bus('identity'), await bus('assets')]
  await ensureConsumer(assets, 'EVENTS', {
    durable_name: 'assets-purge-org',
    filter_subject: `events.*.${OrgDeleted.type}`,
  })
  await identity.js.publish(`events.org_a.${OrgDeleted.type}`, 'gone')
  const message = await (await assets.js.consumers.get('EVENTS', 'assets-purge-org')).next()
  expect(message?.string()).toBe('gone')
  message?.working()
  expect(await message?.ackAck()).toBe(true)
})

test('delivers replies to permitted RPCs only to the service that called', async () => {
  const [identity, board] = [await bus('identity'), await bus('board')]
  const stop = await serveRpc(identity, '1.0.0', [rpcHandler(FindOrg, async () => ({ org: null }))])
  expect(await callRpc(board, FindOrg, { slugOrId: 'acme' })).toEqual({ org: null })
  await expect(callRpc(board, GenerateInvoices, {}, { timeoutMs: 200 })).rejects.toThrow()
  await stop()
})

test('lets the gateway follow all events but no other service', async () => {
  const [gateway, board, identity] = [
    await bus('gateway'),
    await bus('board'),
    await bus('identity'),
  ]
  const seen: string[] = []
  const following = followEvents(gateway, {
    backMs: 60_000,
    onEvent: ({ id }) => void seen.push(id),
    onGap: () => {},
  })
  await following.caughtUp
  const event = {
    id: 'evt_followed',
    type: 'org.created',
    orgId: 'org_a',
    occurredAt: '',
    data: {},
  }
  await identity.js.publish('events.org_a.org.created', JSON.stringify(event))
  await eventually(() => expect(seen).toContain('evt_followed'))
  await following.stop()

  const create = '$JS.API.CONSUMER.CREATE.EVENTS.board-follow_1.events.>'
  expect((await refusals(board.nc, () => board.nc.publish(create, '{}'))).join()).toMatch(
    /permissions/i,
  )
})
