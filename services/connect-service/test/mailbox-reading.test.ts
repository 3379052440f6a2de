import { LabelMessages, ReadMessagePart, ReadMessages, SearchMailbox } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { deliver, type MailBox, openBox } from '@atrium/sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'

const redirectUri = 'http://localhost:3000/api/connect/mailbox/callback'
let harness: Harness
let person: Caller
let channelId: string
let box: MailBox

beforeAll(async () => {
  harness = await startHarness({ networks: ['mailbox'] })
  harness.sandbox.mailbox.redirectUris.add(redirectUri)
})
afterAll(() => harness.stop())
beforeEach(async () => {
  const { mailbox } = harness.sandbox
  mailbox.faults.clear()
  mailbox.mail.boxes.clear()
  mailbox.mail.paging = 'normal'
  mailbox.calls.splice(0)
  await harness.deps.db.deleteFrom('account_rates').execute()
  box = openBox(mailbox.mail, '104857600000000000001')
  person = harness.person()
  channelId = await connectAt(person, 'mailbox')
})

const mail = (subject: string, text = 'Flour') => ({
  from: 'mill@example.com',
  to: 'bakery@example.com',
  subject,
  text,
})
const target = (caller = person) => ({
  orgId: caller.principal.orgId,
  actorId: caller.principal.userId,
  channelId,
})
const search = (more: object = {}, caller = person) =>
  callRpc(harness.bus, SearchMailbox, { ...target(caller), ...more })
const channelStatus = async () =>
  ((await person('GET', '/api/connectors')).body['items'] as unknown as { status: string }[])[0]
    ?.status

async function everyId(more: object = {}): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const answer = await search({ ...more, cursor })
    if (answer.outcome !== 'read') throw new Error(answer.failure.message)
    ids.push(...answer.page.ids)
    cursor = answer.page.next
  } while (cursor !== null)
  return ids
}

test('reads a search page by page, newest first, and skips messages with a label', async () => {
  for (let at = 0; at < 230; at += 1) deliver(box, mail(`Mail ${at}`), { receivedAt: at * 1_000 })
  const ids = [...box.messages.keys()].reverse()
  expect(await everyId()).toEqual(ids)
  expect(await everyId({ query: 'subject:"Mail 217"' })).toEqual([ids[230 - 1 - 217]])
  const labelled = await callRpc(harness.bus, LabelMessages, {
    ...target(),
    label: 'Filed away',
    ids: ids.slice(0, 2),
  })
  expect(labelled).toMatchObject({ outcome: 'read' })
  expect(await everyId({ excludeLabel: 'filed AWAY' })).toEqual(ids.slice(2))
  expect(await search({ excludeLabel: 'Filed away' })).toMatchObject({
    page: { excludedLabelId: labelled.outcome === 'read' ? labelled.page.labelId : '' },
  })
})

test("skips mail that the account's own address sent", async () => {
  const own = await startHarness({
    networks: ['mailbox'],
    env: { MAILBOX_USER_EMAIL: 'bakery@example.com' },
  })
  try {
    own.sandbox.mailbox.redirectUris.add(redirectUri)
    const inbox = openBox(own.sandbox.mailbox.mail, '104857600000000000001')
    deliver(inbox, { ...mail('Ours'), from: 'Bakery <bakery@example.com>' })
    const { id } = deliver(inbox, mail('Theirs'))
    const caller = own.person()
    const given = { ...target(caller), channelId: await connectAt(caller, 'mailbox') }
    expect(await callRpc(own.bus, SearchMailbox, given)).toMatchObject({ page: { ids: [id] } })
  } finally {
    await own.stop()
  }
})

test('creates a label once and sets it any number of times', async () => {
  const { id } = deliver(box, mail('One'))
  const label = () => callRpc(harness.bus, LabelMessages, { ...target(), label: 'Done', ids: [id] })
  const [first, second] = await Promise.all([label(), label()])
  expect([first.outcome, second.outcome]).toEqual(['read', 'read'])
  expect(await label()).toEqual(first)
  expect([...box.labels.values()].filter(({ name }) => name === 'Done')).toHaveLength(1)
  expect(box.messages.get(id)?.labelIds).toHaveLength(3)
})

test('returns as many messages as fit, reads a long one in parts and settles a deleted one', async () => {
  const small = deliver(box, mail('Small'))
  const long = deliver(box, mail('Long', 'x'.repeat(900_000)))
  const half = [1, 2].map((at) => deliver(box, mail(`Half ${at}`, 'y'.repeat(200_000))))
  const ids = [small.id, 'gone', long.id, ...half.map(({ id }) => id)]
  const read = async (from: number) => {
    const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids: ids.slice(from) })
    if (answer.outcome !== 'read') throw new Error(answer.failure.message)
    return answer.page
  }
  const first = await read(0)
  expect(first.read).toBe(4)
  expect(first.messages.map(({ id, source }) => [id, source === null])).toEqual([
    [small.id, false],
    [long.id, true],
    [half[0]?.id, false],
  ])
  expect(Buffer.from(first.messages[0]?.source ?? '', 'base64').toString('latin1')).toBe(
    small.source,
  )
  expect((await read(4)).messages.map(({ id }) => id)).toEqual([half[1]?.id])

  const readCalls = () =>
    harness.sandbox.mailbox.calls.filter((call) => call.endsWith(long.id)).length
  const before = readCalls()
  let source = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const from: number = offset
    const answer = await callRpc(harness.bus, ReadMessagePart, {
      ...target(),
      id: long.id,
      offset: from,
    })
    if (answer.outcome !== 'read') throw new Error(answer.failure.message)
    source += Buffer.from(answer.page.bytes, 'base64').toString('latin1')
    offset = answer.page.next
  }
  expect(source).toBe(long.source)
  expect(readCalls()).toBe(before)
})

test('holds one large message for each response when several are asked for', async () => {
  const long = [1, 2, 3].map((at) => deliver(box, mail(`Long ${at}`, 'x'.repeat(900_000))))
  const ids = long.map(({ id }) => id)
  const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids })
  expect(answer).toMatchObject({
    outcome: 'read',
    page: { messages: [{ id: ids[0], tooLarge: false, source: null }], read: 1 },
  })
})

test('returns only the headers if a message is too large', async () => {
  const { id } = deliver(box, mail('Huge', ''))
  const stored = box.messages.get(id)
  if (stored !== undefined) stored.source += 'x'.repeat(45_000_000)
  const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids: [id] })
  expect(answer).toMatchObject({
    outcome: 'read',
    page: { messages: [{ id, tooLarge: true, source: null }], read: 1 },
  })
  expect(JSON.stringify(answer)).toContain('Huge')
})

test('renews a token that is refused early once within the call', async () => {
  deliver(box, mail('One'))
  harness.sandbox.mailbox.tokens.endAll('expired')
  expect(await search()).toMatchObject({ outcome: 'read', page: { ids: [expect.any(String)] } })
  expect(await channelStatus()).toBe('active')
})

test('invalidates the channel and links to the channels page if the token cannot be renewed', async () => {
  harness.sandbox.mailbox.tokens.endAll('revoked')
  expect(await search()).toMatchObject({
    outcome: 'failed',
    failure: { class: 'reconnect', fix: { href: '/channels' } },
  })
  expect(await channelStatus()).toBe('invalidated')
  expect(await search()).toMatchObject({ failure: { class: 'reconnect' } })
})

test('keeps to the wait for the whole account if its rate limit is used up', async () => {
  const { faults, calls } = harness.sandbox.mailbox
  faults.add({ kind: 'status', status: 429, retryAfter: 7, match: '/messages' })
  expect(await search()).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 7 } })
  const before = calls.length
  const again = await search()
  expect(again).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: expect.any(Number) },
  })
  expect(calls).toHaveLength(before)
  await harness.deps.db.deleteFrom('account_rates').execute()
  faults.add({ kind: 'status', status: 403, match: '/messages' })
  expect(await search()).toMatchObject({ failure: { class: 'retry' } })
})

test('reports a retry if the provider fails, returns garbage or cuts the connection', async () => {
  const { faults } = harness.sandbox.mailbox
  for (const fault of [
    { kind: 'status', status: 500 },
    { kind: 'garbage' },
    { kind: 'cut_before' },
  ] as const) {
    faults.add({ ...fault, match: '/messages' })
    expect(await search()).toMatchObject({
      outcome: 'failed',
      failure: { class: 'retry', fix: null },
    })
  }
  expect(await search()).toMatchObject({ outcome: 'read' })
})

test("returns the provider's message if a search is invalid", async () => {
  expect(await search({ cursor: 'nonsense' })).toMatchObject({
    failure: { class: 'blocked', message: 'Invalid page token' },
  })
})

test('reads nothing if the channel belongs to another organisation, is not shared or has another type', async () => {
  deliver(box, mail('Secret'))
  harness.sandbox.mailbox.calls.splice(0)
  const stranger = harness.person()
  expect(await search({}, stranger)).toMatchObject({ failure: { class: 'reconnect' } })
  const colleague = harness.person({ orgId: person.principal.orgId })
  expect(await search({}, colleague)).toMatchObject({ failure: { class: 'blocked' } })
  expect(harness.sandbox.mailbox.calls).toEqual([])
})
