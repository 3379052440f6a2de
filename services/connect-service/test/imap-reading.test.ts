import {
  fileErrors,
  LabelMessages,
  maxReadBytes,
  ReadItemFile,
  ReadMessages,
  SearchMailbox,
  SendFilesFromMailbox,
  SendFromMailbox,
} from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { deliverByImap, type ImapBox, openImapBox } from '@atrium/sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectBox, imapHarness } from './imap-stage.ts'

let harness: Harness
let person: Caller
let channelId: string
let box: ImapBox

beforeAll(async () => {
  const env = { ...imapHarness.env, MAILBOX_USER_EMAIL: 'owner@bakery.example' }
  harness = await startHarness({ ...imapHarness, env })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  const { imap } = harness.sandbox
  imap.sent.splice(0)
  person = harness.person()
  // A connection stays open for a while, so each test has its own mailbox.
  const user = `${person.principal.userId}@imap.example`
  box = openImapBox(imap, { user, password: 'a-mail-password' })
  channelId = await connectBox(person, imap, box)
})

const mail = (subject: string, text = 'Flour') => ({
  from: 'mill@example.com',
  to: 'bakery@imap.example',
  subject,
  text,
})
const target = (caller = person) => ({
  orgId: caller.principal.orgId,
  actorId: caller.principal.userId,
  channelId,
})

async function search(more: object = {}) {
  const answer = await callRpc(harness.bus, SearchMailbox, { ...target(), ...more })
  if (answer.outcome !== 'read') throw new Error(answer.failure.message)
  return answer.page
}

async function readSubjects(more: object = {}): Promise<string[]> {
  const { ids } = await search(more)
  if (ids.length === 0) return []
  const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids })
  if (answer.outcome !== 'read') throw new Error(answer.failure.message)
  return answer.page.messages.map(({ source }) => {
    const text = Buffer.from(source ?? '', 'base64').toString('latin1')
    return /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? ''
  })
}

const label = async (name: string, ids: string[]) => {
  const answer = await callRpc(harness.bus, LabelMessages, { ...target(), label: name, ids })
  if (answer.outcome !== 'read') throw new Error(answer.failure.message)
  return answer.page.labelId
}

const folder = (path: string) => box.folders.get(path)?.messages ?? []

test('reads a search page by page, newest first', async () => {
  for (let at = 0; at < 230; at += 1) deliverByImap(box, mail(`Mail ${at}`))
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({ cursor })
    ids.push(...page.ids)
    cursor = page.next
  } while (cursor !== null)
  expect(ids).toHaveLength(230)
  expect(new Set(ids).size).toBe(230)
  expect((await readSubjects({ limit: 2 })).sort()).toEqual(['Mail 228', 'Mail 229'])
})

test.each([
  ['subject:"Oil and salt"', ['Oil and salt']],
  ['from:mill@example.com subject:flour', ['Flour offer']],
  ['flour OR salt', ['Oil and salt', 'Flour offer']],
  ['{subject:flour subject:oil} -subject:oil', ['Flour offer']],
  ['{flour salt}', ['Oil and salt', 'Flour offer']],
  ['subject:oil subject:salt', ['Oil and salt']],
  ['is:unread', ['Oil and salt', 'Flour offer']],
  ['is:read', []],
  ['in:inbox newer_than:2d', ['Oil and salt', 'Flour offer']],
  ['older_than:2d', []],
  ['has:attachment', []],
  ['in:Trash', []],
  ['-(flour OR salt)', []],
])('finds the messages that the search %s means', async (query, subjects) => {
  deliverByImap(box, mail('Flour offer'))
  deliverByImap(box, mail('Oil and salt', 'Oil'))
  expect(await readSubjects({ query })).toEqual(subjects)
})

test.each(['category:promotions', 'is:important', 'newer_than:soon', 'from:', 'in:Nowhere'])(
  'says what is wrong with the search %s',
  async (query) => {
    const answer = await callRpc(harness.bus, SearchMailbox, { ...target(), query })
    expect(answer).toMatchObject({ outcome: 'failed', failure: { class: 'blocked' } })
  },
)

test('returns only messages that arrived after a time', async () => {
  const now = Date.now()
  deliverByImap(box, mail('Old'), { receivedAt: now - 7_200_000 })
  deliverByImap(box, mail('New'), { receivedAt: now })
  expect(await readSubjects({ after: Math.floor(now / 1_000) - 3_600 })).toEqual(['New'])
})

test('leaves out labelled messages when the server keeps keywords', async () => {
  deliverByImap(box, mail('One'))
  deliverByImap(box, mail('Two'))
  const [newest = ''] = (await search()).ids
  const labelId = await label('Erledigt für heute', [newest])
  expect(await label('Erledigt für heute', [newest])).toBe(labelId)
  const page = await search({ excludeLabel: 'Erledigt für heute' })
  expect(page).toMatchObject({ ids: [expect.any(String)], excludedLabelId: labelId })
  expect(page.ids).not.toContain(newest)
  expect([...(folder('INBOX').at(-1)?.flags ?? [])]).toEqual([labelId])
})

test('moves labelled messages to a folder when the server keeps no keywords', async () => {
  box.keepsKeywords = false
  deliverByImap(box, mail('One'))
  deliverByImap(box, mail('Two'))
  const [newest = ''] = (await search()).ids
  await label('Done/today', [newest])
  await label('Done/today', [newest])
  expect(folder('Done-today').map(({ source }) => source.includes('Subject: Two'))).toEqual([true])
  expect(await readSubjects({ excludeLabel: 'Done/today' })).toEqual(['One'])
})

test('reads everything again and confuses no message when the server renumbers the folder', async () => {
  deliverByImap(box, mail('One'))
  const { ids } = await search()
  const inbox = box.folders.get('INBOX')
  if (inbox !== undefined) inbox.validity += 1
  const stale = await callRpc(harness.bus, ReadMessages, { ...target(), ids })
  expect(stale).toMatchObject({ outcome: 'read', page: { messages: [], read: 1 } })
  await label('Done', ids)
  expect([...(folder('INBOX')[0]?.flags ?? [])]).toEqual([])
  const again = await search()
  expect(again.ids).toHaveLength(1)
  expect(again.ids).not.toEqual(ids)
})

test('returns only the headers if a message is too large', async () => {
  const stored = deliverByImap(box, mail('Huge'))
  stored.source += 'x'.repeat(34_000_000)
  const { ids } = await search()
  const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids })
  expect(answer).toMatchObject({
    page: { messages: [{ tooLarge: true, source: null, url: null }] },
  })
  expect(JSON.stringify(answer)).toContain('Huge')
})

test('reads one large message for each response and keeps the others at the server', async () => {
  for (let at = 0; at < 3; at += 1) {
    const stored = deliverByImap(box, mail(`Large ${at}`))
    stored.source += 'x'.repeat(2_000_000)
  }
  const { ids } = await search()
  const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids })
  expect(answer).toMatchObject({
    page: { read: 1, messages: [{ id: ids[0], source: null, tooLarge: false }] },
  })
})

test('decodes the headers of a message that is too large', async () => {
  const stored = deliverByImap(box, mail('Bestellung für Freitag'))
  stored.source += 'x'.repeat(34_000_000)
  const { ids } = await search()
  const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids })
  expect(JSON.stringify(answer)).toContain('Bestellung für Freitag')
})

test('skips mail that the operator’s own address sent', async () => {
  deliverByImap(box, mail('Theirs'))
  deliverByImap(box, { ...mail('Own'), from: 'Owner <owner@bakery.example>' })
  expect(await readSubjects()).toEqual(['Theirs'])
  expect(await readSubjects({ query: '-subject:nothing' })).toEqual(['Theirs'])
})

test('leaves out messages that are marked as deleted, except in the trash', async () => {
  deliverByImap(box, mail('Kept'))
  deliverByImap(box, mail('Deleted')).flags.add('\\Deleted')
  expect(await readSubjects()).toEqual(['Kept'])
  const trash = box.folders.get('Trash')
  for (const message of folder('INBOX')) trash?.messages.push(message)
  expect((await search({ query: 'in:trash' })).ids).toHaveLength(2)
})

test('reads nothing with another organisation’s rights or message ids', async () => {
  deliverByImap(box, mail('Secret'))
  const { ids } = await search()
  const stranger = harness.person()
  const refused = await callRpc(harness.bus, SearchMailbox, target(stranger))
  expect(refused).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  const foreign = ids.map((id) => `0123456789ab${id.slice(12)}`)
  const answer = await callRpc(harness.bus, ReadMessages, { ...target(), ids: foreign })
  expect(answer).toMatchObject({ page: { messages: [] } })
})

test('invalidates the channel when the server refuses the password', async () => {
  box.password = 'changed-meanwhile'
  const answer = await callRpc(harness.bus, SearchMailbox, target())
  expect(answer).toMatchObject({ failure: { class: 'reconnect', fix: { href: '/channels' } } })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { status: 'invalidated' },
  ])
})

test('labels nothing when the messages belong to another account', async () => {
  deliverByImap(box, mail('One'))
  const { ids } = await search()
  const foreign = ids.map((id) => `0123456789ab${id.slice(12)}`)
  await expect(label('Done', [...ids, ...foreign])).rejects.toThrow(/belong to another account/)
  expect([...(folder('INBOX')[0]?.flags ?? [])]).toEqual([])
})

const sending = (more: object = {}) =>
  callRpc(harness.bus, SendFromMailbox, {
    ...target(),
    key: 'mail-1',
    to: 'mill@example.com',
    subject: 'Order für Freitag',
    text: 'Twelve sacks',
    ...more,
  })

test('sends from the mailbox’s own address once and keeps a copy in the Sent folder', async () => {
  const file = { name: 'order.csv', contentType: 'text/csv', bytes: btoa('a;b') }
  expect(await sending({ files: [file] })).toEqual({
    outcome: 'read',
    page: { state: 'sent', note: null },
  })
  expect(await sending({ files: [file] })).toMatchObject({ page: { state: 'sent' } })
  const { sent } = harness.sandbox.imap
  expect(sent).toMatchObject([{ from: box.user, to: ['mill@example.com'] }])
  expect(sent[0]?.source).toContain('order.csv')
  expect(folder('Sent')).toHaveLength(1)
  expect([...(folder('Sent')[0]?.flags ?? [])]).toEqual(['\\Seen'])
})

test('sends files that are too large for one message of the bus, and reads them part by part', async () => {
  const { orgId } = person.principal
  const file = Buffer.from('0123456789'.repeat(150_000))
  const stop = await harness.answer([
    rpcHandler(ReadItemFile, async (asked) => {
      if (asked.orgId !== orgId || asked.fileId !== 'file_1') throw fileErrors.not_found()
      const end = Math.min(file.length, asked.offset + maxReadBytes)
      const bytes = file.subarray(asked.offset, end).toString('base64')
      return { bytes, size: file.length, next: end < file.length ? end : null }
    }),
  ])
  const send = (fileId: string, bytes: number, key: string) =>
    callRpc(harness.bus, SendFilesFromMailbox, {
      ...target(),
      key,
      to: 'mill@example.com',
      subject: 'Plan',
      text: 'As agreed',
      files: [{ fileId, name: 'plan.txt', contentType: 'text/plain', bytes }],
    })
  try {
    expect(await send('file_2', 10, 'gone')).toMatchObject({
      failure: { class: 'blocked', message: 'A file of this mail no longer exists' },
    })
    expect(await send('file_1', 10, 'changed')).toMatchObject({ failure: { class: 'blocked' } })
    const sent = { outcome: 'read', page: { state: 'sent', note: null } }
    expect(await send('file_1', file.length, 'whole')).toEqual(sent)
    expect(await send('file_1', file.length, 'whole')).toEqual(sent)
  } finally {
    await stop()
  }
  expect(harness.sandbox.imap.sent).toHaveLength(1)
  const [, encoded = ''] =
    /plan\.txt\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(harness.sandbox.imap.sent[0]?.source ?? '') ?? []
  expect(Buffer.from(encoded, 'base64').equals(file)).toBe(true)
  expect(folder('Sent')).toHaveLength(1)
})

test('sends the mail and says so when there is no copy', async () => {
  box.folders.delete('Sent')
  expect(await sending()).toMatchObject({ page: { state: 'sent', note: null } })
})

test('refuses to send from a network that cannot', async () => {
  const stranger = harness.person()
  const refused = await callRpc(harness.bus, SendFromMailbox, {
    ...target(stranger),
    key: 'mail-2',
    to: 'mill@example.com',
    subject: 'a',
    text: 'b',
  })
  expect(refused).toMatchObject({ outcome: 'failed' })
  expect(harness.sandbox.imap.sent).toEqual([])
})
