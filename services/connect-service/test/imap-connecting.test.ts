import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { connectImapAt, imapBody, imapHarness } from './imap-stage.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness(imapHarness)
})
afterAll(() => harness.stop())

const body = (more: object = {}) => ({ ...imapBody(harness.sandbox.imap), ...more })
const connected = async (caller = harness.person()) =>
  (await caller('GET', '/api/connectors')).body['items'] as unknown as Record<string, unknown>[]

test('connects a mailbox after signing in at both servers and masks the password', async () => {
  const person = harness.person()
  const answer = await connectImapAt(person, body({ name: 'Bakery mail' }))
  expect(answer.status).toBe(201)
  expect(answer.body['channel']).toMatchObject({
    network: 'imap',
    name: 'Bakery mail',
    status: 'active',
    shared: false,
    expiresAt: null,
    config: { host: '127.0.0.1', user: 'bakery@imap.example', token: '••••' },
  })
  expect(answer.text).not.toContain('sandbox-mail-password')
  const stored = await harness.deps.db.selectFrom('channels').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('sandbox-mail-password')
  expect(harness.log.text()).not.toContain('sandbox-mail-password')
})

test('replaces the password and keeps the channel when the same mailbox is connected again', async () => {
  const person = harness.person()
  const first = await connectImapAt(person, body())
  const again = await connectImapAt(person, body({ from: 'shop@imap.example' }))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(await connected(person)).toMatchObject([{ config: { from: 'shop@imap.example' } }])
})

test('shares, renames and disconnects a mailbox like other channels', async () => {
  const person = harness.person()
  const colleague = harness.person({ orgId: person.principal.orgId, role: 'member' })
  const channel = (await connectImapAt(person, body())).body['channel'] as unknown as { id: string }
  const path = `/api/connectors/${channel.id}`
  expect(await connected(colleague)).toEqual([])
  expect((await person('PATCH', path, { shared: true, name: 'Shop mail' })).status).toBe(200)
  expect(await connected(colleague)).toMatchObject([{ name: 'Shop mail' }])
  expect((await colleague('PATCH', path, { name: 'Mine' })).status).toBe(403)
  expect((await person('DELETE', path)).status).toBe(204)
  expect(await connected(colleague)).toEqual([])
})

test.each([
  ['user', { password: 'wrong-password' }, /refused the sign-in.*password is wrong/],
  ['port', { port: 1 }, /Nothing responds at 127\.0\.0\.1, port 1/],
  ['smtpPort', { smtpPort: 1 }, /Nothing responds at 127\.0\.0\.1, port 1/],
  ['host', { host: 'mail.invalid' }, /could not find the IMAP server/],
  ['host', { host: '10.0.0.1' }, /could not find the IMAP server/],
  ['smtpHost', { smtpHost: '169.254.169.254' }, /could not find the SMTP server/],
])('names the field %s and saves nothing when a server refuses %j', async (path, change, words) => {
  const person = harness.person()
  const answer = await connectImapAt(person, body(change))
  expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
  expect(answer.body['errors']).toMatchObject([{ path, message: expect.stringMatching(words) }])
  expect(answer.text).not.toContain('wrong-password')
  expect(await connected(person)).toEqual([])
})

test('rejects a mailbox on one of the platform’s own ports', async () => {
  const port = Number(new URL(harness.url).port)
  const own = await startHarness({
    env: { FETCH_PRIVATE_ADDRESSES: 'loopback', BOARD_PORT: String(port) },
  })
  try {
    const answer = await connectImapAt(own.person(), { ...imapBody(own.sandbox.imap), port })
    expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
  } finally {
    await own.stop()
  }
})

test('rejects a server on this machine unless private addresses may be reached', async () => {
  const strict = await startHarness()
  try {
    const answer = await connectImapAt(strict.person(), imapBody(strict.sandbox.imap))
    expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
  } finally {
    await strict.stop()
  }
})

test.each([
  ['no host', { host: '' }],
  ['an address as host', { host: 'https://imap.example.com/' }],
  ['a port beyond the range', { port: 70_000 }],
  ['a line break in the user name', { user: 'a\r\nA1 LOGOUT' }],
  ['an invalid sender', { from: 'nobody' }],
  ['an unknown field', { secure: false }],
])('rejects a request with %s', async (_, change) => {
  const answer = await connectImapAt(harness.person(), body(change))
  expect(answer.status).toBe(400)
})
