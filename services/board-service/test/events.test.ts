import * as contracts from '@atrium/contracts'
import { CreateCard, type EventDefinition, GetCards, SearchCards } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from './harness.ts'

const isEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && 'domain' in value
const boardEvents = Object.values<unknown>(contracts)
  .filter(isEvent)
  .filter(({ type }) => contracts.traffic.board.emits.includes(type.split('.')[0] ?? ''))

const harness = await startHarness()
afterAll(() => harness.stop())

interface Seen {
  type: string
  data: Record<string, unknown>
}

/** Collects the events of an org published from now on. */
function listen(orgId: string): Seen[] {
  const seen: Seen[] = []
  const subscription = harness.bus.nc.subscribe(harness.bus.subject(`events.${orgId}.>`))
  void (async () => {
    for await (const message of subscription) seen.push(message.json<Seen>())
  })()
  return seen
}

test('emits one event per change, in order, with a payload from the catalog', async () => {
  const caller = await harness.caller()
  const seen = listen(caller.orgId)
  await harness.bus.nc.flush()
  const { body: contact } = await caller.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Ana',
    fields: { email: 'ana@example.com' },
  })
  const path = `/api/tasks/${contact.id}`
  await caller.call('PATCH', path, { title: 'Ana M.', status: 'doing' })
  await caller.call('PATCH', path, { title: 'Ana M.' })
  await caller.call('POST', `${path}/timeline`, { body: 'Called' })
  await caller.call('DELETE', path)
  await caller.call('POST', '/api/links', { url: 'https://example.com/a' })
  const { body: post } = await caller.call('POST', '/api/tasks', {
    kind: 'post',
    body: 'Hello',
    post: { platform: 'shortpost', channelId: 'chn_1' },
  })
  await caller.call('POST', `/api/tasks/${post.id}/approve`, {
    dueDate: '2090-01-01T00:00:00.000Z',
  })
  const refused = await caller.call('POST', `/api/tasks/${post.id}/approve`, {
    dueDate: '2090-01-01T00:00:00.000Z',
  })
  expect(refused.status).toBe(409)
  const expected = [
    'task.created',
    'contact.created',
    'task.updated',
    'task.status_changed',
    'timeline.entry_added',
    'task.deleted',
    'task.created',
    'link.captured',
    'task.created',
    'task.updated',
    'task.status_changed',
    'post.reviewed',
  ]
  await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(expected.length))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(seen.map((event) => event.type)).toEqual(expected)
  for (const event of seen) {
    const definition = boardEvents.find((candidate) => candidate.type === event.type)
    expect(definition?.schema.strict().safeParse(event.data).error, event.type).toBeUndefined()
  }
  const moved = seen.find((event) => event.type === 'task.status_changed')
  expect(moved?.data).toMatchObject({ taskId: contact.id, previousStatus: 'todo', status: 'doing' })
  const actors = seen.flatMap(({ data }) => ('actorId' in data ? [data['actorId']] : []))
  expect(actors).toEqual(Array.from({ length: 9 }, () => caller.principal.userId))
})

test('names no user in an event when a workflow makes the change', async () => {
  const caller = await harness.caller()
  const seen = listen(caller.orgId)
  await harness.bus.nc.flush()
  await callRpc(harness.bus, CreateCard, {
    orgId: caller.orgId,
    ownerId: caller.principal.userId,
    card: { kind: 'task', title: 'Filed' },
    key: 'filed',
    onExisting: 'keep',
  })
  await eventually(() => expect(seen.map(({ data }) => data['actorId'])).toEqual([null]))
})

test("names the account in a post's events, and none when a user posts it", async () => {
  const caller = await harness.caller()
  const seen = listen(caller.orgId)
  await harness.bus.nc.flush()
  const dueDate = '2090-01-01T00:00:00.000Z'
  const create = async (more: object) => {
    const post = { kind: 'post', body: 'Hello', post: { platform: 'shortpost', ...more } }
    return `/api/tasks/${(await caller.call('POST', '/api/tasks', post)).body.id}`
  }
  const path = await create({ channelId: 'chn_1' })
  await caller.call('POST', `${path}/approve`, { dueDate })
  await caller.call('PATCH', path, { status: 'draft' })
  await caller.call('PATCH', path, { post: { channelId: 'chn_2' } })
  await caller.call('POST', `${path}/approve`, { dueDate })
  await caller.call('POST', `${await create({})}/handed-off`)
  const names = () =>
    seen.flatMap(({ type, data }) => (type.startsWith('post.') ? [data['accountName']] : []))
  await eventually(() => expect(names()).toEqual(['Account chn_1', 'Account chn_2', null]))
})

test('describes every payload field in the catalog', () => {
  for (const event of boardEvents) {
    for (const [name, field] of Object.entries(event.schema.shape)) {
      expect((field as { description?: string }).description, `${event.type} ${name}`).toBeTruthy()
    }
  }
})

test('creates one card when calls share a key, and merges them if asked', async () => {
  const caller = await harness.caller()
  const create = (title: string, onExisting: 'keep' | 'update' = 'keep', orgId = caller.orgId) =>
    callRpc(harness.bus, CreateCard, {
      orgId,
      ownerId: caller.principal.userId,
      card: { kind: 'task', title },
      key: 'manual:usr:message-1',
      onExisting,
    })
  const answers = await Promise.all(Array.from({ length: 10 }, () => create('First')))
  expect(answers.filter((answer) => answer.created)).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer.card.id)).size).toBe(1)
  expect((await create('Second')).card.title).toBe('First')
  expect((await create('Second', 'update')).card.title).toBe('Second')
  expect((await create('Other org', 'keep', (await harness.caller()).orgId)).created).toBe(true)
})

test('searches and hydrates cards over RPC within one org only', async () => {
  const [caller, stranger] = [await harness.caller(), await harness.caller()]
  const make = async (title: string, tags: string[]) =>
    (await caller.call('POST', '/api/tasks', { title, tags })).body.id as string
  const [a, b] = [await make('Alpha', ['writing:deslopped']), await make('Beta', [])]
  const search = (orgId: string) =>
    callRpc(harness.bus, SearchCards, { orgId, withoutTag: 'writing:deslopped' })
  expect((await search(caller.orgId)).items.map((card) => card.id)).toEqual([b])
  expect((await search(stranger.orgId)).total).toBe(0)
  const get = (orgId: string) =>
    callRpc(harness.bus, GetCards, { orgId, ids: [b, 'task_missing', a] })
  expect((await get(caller.orgId)).items.map((card) => card.id)).toEqual([b, a])
  expect((await get(stranger.orgId)).items).toEqual([])
})
