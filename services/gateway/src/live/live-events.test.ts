import { randomUUID } from 'node:crypto'
import { AccessChanged } from '@atrium/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventReader, readEvents } from '../../test/event-reader.ts'
import { goodCookie, goodKey, startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

let gateway: TestGateway
const readers: EventReader[] = []
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(async () => {
  for (const reader of readers) reader.close()
  await gateway?.stop()
})

const toCookie = (session: string) => ({ cookie: `atrium.session_token=${session}` })
async function open(headers: Record<string, string>, port = gateway.port): Promise<EventReader> {
  const reader = await readEvents(port, headers)
  readers.push(reader)
  return reader
}

/** Publishes an event as the outbox relay does, and returns its id. */
async function emit(
  type: string,
  data: object,
  { orgId = 'org_1', at = new Date() } = {},
): Promise<string> {
  const id = `evt_${randomUUID()}`
  const { bus } = gateway
  const body = { id, type, orgId, occurredAt: at.toISOString(), data }
  await bus.js.publish(bus.subject(`events.${orgId}.${type}`), JSON.stringify(body), { msgID: id })
  return id
}
const card = (n: number) => ({ taskId: `tsk_${n}`, title: `Card ${n}` })

test('sends an event with id, type and payload to every reading member of its org only', async () => {
  const [first, second] = [await open({ cookie: goodCookie }), await open({ 'x-api-key': goodKey })]
  await emit('task.created', card(0), { orgId: 'org_2' })
  const id = await emit('task.created', card(1))
  for (const reader of [first, second]) {
    const [event] = await reader.until(1)
    expect(event).toMatchObject({ id, event: 'task.created' })
    expect(event?.data).toEqual({
      id,
      type: 'task.created',
      orgId: 'org_1',
      occurredAt: expect.any(String),
      data: card(1),
    })
    expect(reader.text()).not.toContain('tsk_0')
  }
  expect(first.status).toBe(200)
})

test("leaves out a post's text and the name of its account", async () => {
  const reader = await open({ cookie: goodCookie })
  const shown = { taskId: 'tsk_9', title: 'Open day', platform: 'shortpost' }
  await emit('post.posted', { ...shown, text: 'We open at eight.', accountName: 'Harbour Bakery' })
  const events = await reader.until(1)
  expect(events.map(({ data }) => data)).toEqual([
    expect.objectContaining({ type: 'post.posted', data: shown }),
  ])
})

test('sends an event about a private record only to its owner, and internal events to nobody', async () => {
  const [owner, colleague] = [await open(toCookie('good_a')), await open(toCookie('good_b'))]
  await emit('org.member_invited', { orgId: 'org_1', invitationId: 'the proof' })
  await emit('channel.connected', { channelId: 'chn_1', ownerId: 'usr_good_a' })
  await emit('task.created', card(2))
  expect((await owner.until(2)).map(({ event }) => event)).toEqual([
    'channel.connected',
    'task.created',
  ])
  expect((await colleague.until(1)).map(({ event }) => event)).toEqual(['task.created'])
})

test('sends an event about a shared record to every member of its org', async () => {
  const [owner, colleague] = [await open(toCookie('good_a')), await open(toCookie('good_b'))]
  const about = (channelId: string, shared: unknown) => ({
    channelId,
    ownerId: 'usr_good_a',
    shared,
  })
  await emit('channel.updated', about('chn_foreign', true), { orgId: 'org_2' })
  await emit('channel.updated', about('chn_private', 'true'))
  await emit('channel.forgotten', about('chn_shared', true))
  const types = (events: { event: string }[]) => events.map(({ event }) => event)
  expect(types(await owner.until(2))).toEqual(['channel.updated', 'channel.forgotten'])
  expect(types(await colleague.until(1))).toEqual(['channel.forgotten'])
  expect(owner.text() + colleague.text()).not.toContain('chn_foreign')
})

test('resumes after the last event, even if the gateway has just started', async () => {
  const last = await emit('task.created', card(3))
  const missed = [await emit('task.updated', card(3)), await emit('task.deleted', card(3))]
  const replica = await gateway.startReplica()
  try {
    for (const port of [gateway.port, replica.port]) {
      const reader = await open({ cookie: goodCookie, 'last-event-id': last }, port)
      expect((await reader.until(2)).map(({ id }) => id)).toEqual(missed)
    }
  } finally {
    await replica.stop()
  }
})

test.each([
  ['unknown', async () => 'evt_unknown'],
  ['of another org', () => emit('task.created', card(4), { orgId: 'org_2' })],
])('tells a reader to reload if its last event is %s', async (_name, lastOf) => {
  const reader = await open({ cookie: goodCookie, 'last-event-id': await lastOf() })
  const id = await emit('task.created', card(5))
  expect((await reader.until(2)).map((event) => event.event)).toEqual(['resync', 'task.created'])
  expect(reader.events[1]?.id).toBe(id)
})

test("rejects a caller's 21st stream with 429", async () => {
  const path = '/api/events'
  for (let n = 0; n < 20; n += 1) await open(toCookie('good_many'))
  const refused = await send(gateway.port, { path, headers: toCookie('good_many') })
  expect([refused.status, refused.json()['code']]).toEqual([429, 'rate_limited'])
  readers.pop()?.close()
  await expect.poll(async () => (await open(toCookie('good_many'))).status).toBe(200)
})

test('drops events when a reader is slow, and tells the reader to reload', async () => {
  const slow = await open(toCookie('good_slow'))
  const quick = await open(toCookie('good_quick'))
  slow.pause()
  const text = 'x'.repeat(60_000)
  const events = 200
  for (let n = 0; n < events; n += 1)
    await emit('task.created', { taskId: `tsk_${n}`, title: text })
  await quick.until(events)
  slow.resume()
  await expect.poll(() => slow.events.some(({ event }) => event === 'resync')).toBe(true)
  expect(slow.events.length).toBeLessThan(events)
  const id = await emit('task.created', card(6))
  await expect.poll(() => slow.events.at(-1)?.id).toBe(id)
})

// A stream checks its access every 15 seconds, so both tests wait together.
test.concurrent('ends a stream when its session ends, and keeps the others open with comments', async () => {
  const [gone, other] = [await open(toCookie('good_gone')), await open(toCookie('good_staying'))]
  gateway.endSession('good_gone')
  await gone.ended
  await expect.poll(() => other.text()).toContain('\n: still there\n')
})

test.concurrent('ends a stream when its credential loses the scope', async () => {
  const narrowed = await open(toCookie('good_narrowed'))
  gateway.narrow('good_narrowed', ['board:read'])
  await narrowed.ended
})

test('ends a stream as soon as identity reports that the access of its user changed', async () => {
  const [gone, other] = [await open(toCookie('good_revoked')), await open(toCookie('good_kept'))]
  const path = '/api/tasks'
  gateway.board.handle((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('one\n\n')
  })
  const forwarded = await fetch(`${gateway.url}${path}`, { headers: toCookie('good_revoked') })
  gateway.endSession('good_revoked')
  for (const userId of ['usr_good_revoked', 'usr_good_kept']) {
    await emit(AccessChanged.type, { userId }, { orgId: '_' })
  }
  await gone.ended
  expect(await forwarded.text()).toBe('one\n\n')
  gateway.board.reset()
  const id = await emit('task.created', card(10))
  await other.until(1)
  expect(other.events.map((event) => event.id)).toEqual([id])
  expect(gone.events).toEqual([])
})

test('ends the streams of a member at once when the member leaves the organisation', async () => {
  const [gone, other] = [
    await open(toCookie('good_leaving')),
    await open(toCookie('good_colleague')),
  ]
  await emit('org.member_left', { orgId: 'org_2', userId: 'usr_good_leaving' }, { orgId: 'org_2' })
  await emit('task.created', card(7))
  expect((await gone.until(1)).map(({ event }) => event)).toEqual(['task.created'])
  await emit('org.member_left', { orgId: 'org_1', userId: 'usr_good_leaving' })
  await emit('task.created', card(8))
  await gone.ended
  const types = (await other.until(3)).map(({ event }) => event)
  expect(types).toEqual(['task.created', 'org.member_left', 'task.created'])
  expect(gone.events).toHaveLength(1)
})

test('ends every stream of an organisation when it is deleted', async () => {
  const [gone, other] = [await open(toCookie('other_a')), await open(toCookie('good_b'))]
  await emit('org.deleted', { orgId: 'org_2' }, { orgId: 'org_2' })
  await gone.ended
  const id = await emit('task.created', card(9))
  await other.until(1)
  expect(other.events.at(-1)?.id).toBe(id)
})

test('ends all streams at once when the gateway stops', async () => {
  const replica = await gateway.startReplica()
  const reader = await open({ cookie: goodCookie }, replica.port)
  const stopping = replica.stop()
  await reader.ended
  await stopping
  expect(reader.status).toBe(200)
})
