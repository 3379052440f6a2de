import {
  AppendTimeline,
  type Card,
  ConnectStatus,
  CreateCard,
  defaultOrgSettings,
  GetKeyedCards,
  ListFiles,
  ListOwnerChannels,
  OrgSettingsOf,
  ReadAudience,
  ReadCalendars,
  ReadComments,
  ReadEvents,
  ReadFile,
  ReadMessages,
  RoleOf,
  type RpcDefinition,
  SearchCards,
  SearchMailbox,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ExampleAccounts, exampleAccounts } from './example-accounts.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { aPost } from './publishing-world.ts'
import { startStandIn } from './stand-in.ts'

const answerMs = 400
const soon = (hours: number) => ({
  at: new Date(Date.now() + hours * 3_600_000).toISOString(),
  allDay: false,
})
const receivedAt = '2026-05-04T08:00:00.000Z'
const author = { id: 'p_1', name: 'Ana' }
const { mailbox, calendar, drive, comments, audience } = exampleAccounts(
  ExampleAccounts.parse({
    mails: ['m1', 'm2'].map((id) => ({ id, receivedAt, lines: [`Subject: ${id}`, '', 'Text'] })),
    events: ['e1', 'e2'].map((id) => ({ id, title: id, start: soon(24), end: soon(25) })),
    files: ['f1', 'f2'].map((id) => ({
      id,
      name: `${id}.txt`,
      modifiedAt: receivedAt,
      text: 'Text',
    })),
    audience: [{ id: 'chn_1', network: 'pagenet', name: 'Our page', followers: 120 }],
    comments: { ext_1: ['c1', 'c2'].map((id) => ({ id, message: 'Nice', author })) },
  }),
  (_, call) => call,
)
const signal = new AbortController().signal
const port = <P>(found: P | undefined): P => {
  if (found === undefined) throw new Error('the account is open')
  return found
}

/** The number of calls per effect key. */
const effects = new Map<string, number>()
const cards = new Map<string, Card>()
const effect = (key: string) => effects.set(key, (effects.get(key) ?? 0) + 1)
const posted = { ...aPost('task_1', { status: 'posted' }) }
if (posted.post !== undefined)
  posted.post = { ...posted.post, channelId: 'chn_1', externalId: 'ext_1' }

const networks = [
  { network: 'mailbox' as const, live: true, publishing: false },
  { network: 'pagenet' as const, live: true, publishing: true },
]
const answers: readonly RpcHandler[] = [
  rpcHandler(ConnectStatus, async () => ({ publishing: true, networks })),
  rpcHandler(RoleOf, async () => ({ role: 'owner' as const })),
  rpcHandler(OrgSettingsOf, async () => ({ settings: defaultOrgSettings })),
  rpcHandler(SearchMailbox, (input) => port(mailbox).search(input, signal)),
  rpcHandler(ReadMessages, (input) => port(mailbox).messages(input, signal)),
  rpcHandler(ListFiles, (input) => port(drive).list(input, signal)),
  rpcHandler(ReadFile, (input) => port(drive).file(input, signal)),
  rpcHandler(ReadCalendars, (input) => port(calendar).calendars(input, signal)),
  rpcHandler(ReadEvents, (input) => port(calendar).events(input, signal)),
  rpcHandler(ReadComments, (input) => port(comments)(input, signal)),
  rpcHandler(ListOwnerChannels, async () => ({ items: [] })),
  rpcHandler(ReadAudience, (input) => port(audience).read(input, signal)),
  rpcHandler(SearchCards, async ({ kind }) => found(kind === 'post' ? [posted] : [])),
  rpcHandler(GetKeyedCards, async ({ keys }) => ({
    items: keys.flatMap((key) => {
      const card = cards.get(key)
      return card === undefined ? [] : [{ key, card }]
    }),
  })),
  rpcHandler(
    CreateCard,
    async ({ card: { title = '', body = '', dueDate = null, fields = {} }, key = '' }) => {
      effect(key)
      const known = cards.get(key)
      const { post: _, ...blank } = aPost(`task_${key.length}_${cards.size}`)
      const card: Card = known ?? {
        ...blank,
        kind: 'calendar',
        status: 'todo',
        title,
        body,
        dueDate,
        fields,
      }
      cards.set(key, card)
      return { card, created: known === undefined }
    },
  ),
  rpcHandler(AppendTimeline, async ({ entry, author, key = '' }) => {
    effect(key)
    return { entry: { ...entry, id: `tle_${key}`, author, createdAt: receivedAt } }
  }),
]
const found = (items: Card[]) => ({ items, total: items.length })
const toHandlers = (service: string, without?: RpcDefinition): RpcHandler[] =>
  answers.filter(
    ({ definition }) => definition.subject.startsWith(`${service}.`) && definition !== without,
  )

type StandIn = Awaited<ReturnType<typeof startStandIn>>
let identity: StandIn
const standIns: StandIn[] = []
const stopStandIns = async (): Promise<void> => {
  for (const each of standIns.splice(0)) await each.stop()
}

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness([], {}, { answerMs, retryMs: 1_200 })
  // One responder per service keeps the node ports available.
  const types = [
    'read_mailbox',
    'read_drive',
    'calendar_to_tasks',
    'capture_comments',
    'social_audience',
  ]
  identity = await startStandIn(harness.env, 'identity', toHandlers('identity'))
  await standIn('connect')
  await standIn('board')
  await eventually(async () => {
    const { body } = await harness
      .caller()
      .call<{ items: { type: string }[] }>('GET', '/api/workflows/nodes')
    expect(body.items.map(({ type }) => type)).toEqual(expect.arrayContaining(types))
  })
  await stopStandIns()
})
afterAll(async () => {
  await identity?.stop()
  await harness?.stop()
})
afterEach(() => stopStandIns())
beforeEach(() => {
  caller = harness.caller({ role: 'owner' })
  effects.clear()
  cards.clear()
})

const standIn = async (service: string, handlers = toHandlers(service)): Promise<void> => {
  standIns.push(await startStandIn(harness.env, service, handlers))
}

/** Creates a workflow with one node. Returns functions to run it and to read the node's record. */
async function drawn(type: string, params: object) {
  const flow = graph(
    [node('start', 'trigger.manual'), node('read', type, { ...params })],
    [edge('start', 'read')],
  )
  const id = await caller.create(flow)
  const toRead = (run: Awaited<ReturnType<Caller['runToEnd']>>) => ({
    ...run.nodes.find((each) => each['nodeId'] === 'read'),
    run: run.status,
  })
  const kept = async (what: 'cursors' | 'imports') =>
    (await caller.call<{ items: unknown[] }>('GET', `/api/workflows/${id}/${what}`)).body.items
  return { id, toRead, kept, run: async () => toRead(await caller.runToEnd(id)) }
}

interface Case {
  type: string
  params: object
  /** The failing call in the middle of the node. */
  rpc: RpcDefinition
  items: number
  /** The number of items in a run without new data. */
  again: number
  effects: number
}
const ofMailbox = { connector: 'chn_1' }
const cases: readonly Case[] = [
  { type: 'read_mailbox', params: ofMailbox, rpc: ReadMessages, items: 2, again: 0, effects: 0 },
  { type: 'read_drive', params: ofMailbox, rpc: ReadFile, items: 2, again: 0, effects: 0 },
  { type: 'calendar_to_tasks', params: ofMailbox, rpc: ReadEvents, items: 2, again: 0, effects: 2 },
  { type: 'calendar_to_tasks', params: ofMailbox, rpc: CreateCard, items: 2, again: 0, effects: 2 },
  { type: 'capture_comments', params: {}, rpc: ReadComments, items: 2, again: 0, effects: 2 },
  { type: 'capture_comments', params: {}, rpc: AppendTimeline, items: 2, again: 0, effects: 2 },
  { type: 'social_audience', params: ofMailbox, rpc: ReadAudience, items: 1, again: 1, effects: 0 },
]

describe.each(cases)(
  '$type during an outage of $rpc.subject',
  ({ type, params, rpc, items, again, effects: made }) => {
    const service = rpc.subject.split('.')[0] ?? ''
    const other = service === 'board' ? 'connect' : 'board'
    const own = answers.filter(({ definition }) => definition === rpc)

    it('fails with the service name and keeps no cursor, so the next run reads everything once', async () => {
      await standIn(other)
      await standIn(service, toHandlers(service, rpc))
      const { run, kept } = await drawn(type, params)
      expect(await run()).toMatchObject({
        run: 'failed',
        error: `The ${service} service does not respond`,
      })
      expect([await kept('cursors'), await kept('imports'), effects.size]).toEqual([[], [], 0])
      await standIn(service, own)
      expect(await run()).toMatchObject({ run: 'completed', itemsOut: items })
      expect(await run()).toMatchObject({ run: 'completed', itemsOut: again })
      expect([...effects.values()]).toEqual(Array.from({ length: made }, () => 1))
    })

    it('completes without duplicates when the service returns in time, even if its first response is late', async () => {
      await standIn(other)
      await standIn(service, toHandlers(service, rpc))
      let late = 0
      const tooLate = own.map((handler) => ({
        ...handler,
        handle: async (...input: Parameters<typeof handler.handle>) => {
          late += 1
          const answer = await handler.handle(...input)
          if (late === 1) await new Promise((resolve) => setTimeout(resolve, answerMs + 100))
          return answer
        },
      }))
      const { id, toRead, kept } = await drawn(type, params)
      const fired = await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)
      await eventually(async () => {
        const { body } = await caller.call<{ nodes: object[] }>(
          'GET',
          `/api/workflows/${id}/runs/${fired.body.runId}`,
        )
        expect(body.nodes).toContainEqual(
          expect.objectContaining({ nodeId: 'read', status: 'running' }),
        )
      })
      await standIn(service, tooLate)
      const ended = await caller.ended(id, fired.body.runId)
      expect(toRead(ended)).toMatchObject({ run: 'completed', itemsOut: items })
      expect(late).toBeGreaterThan(1)
      expect(effects.size).toBe(made)
      expect(cards.size).toBe(type === 'calendar_to_tasks' ? 2 : 0)
      expect([...(await kept('cursors')), ...(await kept('imports'))].length).toBeGreaterThan(0)
    })
  },
)

it.each(cases.filter(({ rpc }) => rpc.subject.startsWith('connect.')))(
  'completes $type without duplicates when the database connections are lost halfway',
  async ({ type, params, rpc, items, again, effects: made }) => {
    let cut = false
    // The HTTP request for the run would fail with its connection even though the run continues.
    const begun = Promise.withResolvers<void>()
    const broken = toHandlers('connect').map((handler) => ({
      ...handler,
      handle: async (...input: Parameters<typeof handler.handle>) => {
        if (handler.definition === rpc && !cut) {
          await begun.promise
          cut = true
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(harness.db)
        }
        return handler.handle(...input)
      },
    }))
    await standIn('board')
    await standIn('connect', broken)
    const { id, toRead, run, kept } = await drawn(type, params)
    const fired = await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)
    expect(fired.status).toBe(202)
    begun.resolve()
    const ended = await caller.ended(id, fired.body.runId)
    expect(toRead(ended)).toMatchObject({ run: 'completed', itemsOut: items })
    expect(cut).toBe(true)
    const before = [await kept('cursors'), await kept('imports')].flat().length
    expect(before).toBeGreaterThan(0)
    expect(await run()).toMatchObject({ run: 'completed', itemsOut: again })
    expect([...effects.values()]).toEqual(Array.from({ length: made }, () => 1))
  },
)
