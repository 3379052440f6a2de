import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inTransaction } from '@atrium/database'
import { type NewMail, queueMails } from '@atrium/mailer'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
let respond: (key: string, attempt: number) => { status: number; headers?: Record<string, string> }
const received: Array<{ key: string; to: string; authorization: string | undefined }> = []
const server = createServer(async (request: IncomingMessage, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { to: string[] }
  const key = String(request.headers['idempotency-key'])
  received.push({ key, to: body.to[0] ?? '', authorization: request.headers.authorization })
  const { status, headers = {} } = respond(key, received.filter((each) => each.key === key).length)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(status < 300 ? { id: `provider-${key}` } : { name: 'some_reason' }))
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  respond = () => ({ status: 200 })
  harness = await startHarness({
    EMAIL_API_KEY: 'marked-email-key',
    EMAIL_API_URL: `http://127.0.0.1:${port}`,
    SMTP_FROM: 'Atrium <noreply@example.test>',
  })
})
afterAll(async () => {
  await harness.stop()
  server.closeAllConnections()
  server.close()
})

const mail = (key: string, usefulForSeconds = 600) => ({
  key,
  recipient: `${key}@example.test`,
  subject: 'Hello',
  text: `marked-secret-link-${key}`,
  usefulForSeconds,
})
const queued = (mails: NewMail[]) =>
  inTransaction(harness.db, undefined, (tx) => queueMails(tx, mails))
const toRow = (key: string) =>
  harness.db.selectFrom('mail_queue').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const sent = (key: string) => received.filter((each) => each.key === key).length

test('sends a queued mail once and clears its text', async () => {
  await queued([mail('first'), mail('second')])
  await queued([mail('first')])
  await eventually(async () => expect(await toRow('second')).toMatchObject({ status: 'sent' }))
  await eventually(async () =>
    expect(await toRow('first')).toMatchObject({ status: 'sent', attempts: 1 }),
  )
  expect(await toRow('first')).toMatchObject({
    text: '',
    reference: 'provider-first',
    failure: null,
  })
  expect(sent('first')).toBe(1)
  expect(received.find((each) => each.key === 'first')).toMatchObject({
    to: 'first@example.test',
    authorization: 'Bearer marked-email-key',
  })
})

test('retries a temporary error under the same key, with a growing back-off', async () => {
  respond = (key, attempt) => ({ status: key === 'flaky' && attempt === 1 ? 503 : 200 })
  await queued([mail('flaky')])
  await eventually(async () =>
    expect(await toRow('flaky')).toMatchObject({ attempts: 1, failure: /503/ }),
  )
  const row = await toRow('flaky')
  expect(row.status).toBe('queued')
  expect(row.next_attempt_at.getTime()).toBeGreaterThan(Date.now())
  await eventually(async () =>
    expect(await toRow('flaky')).toMatchObject({ status: 'sent', attempts: 2 }),
  )
  expect(sent('flaky')).toBe(2)
})

test('does not retry a permanent error and stores the reason', async () => {
  respond = (key) => ({ status: key === 'refused' ? 422 : 200 })
  await queued([mail('refused')])
  await eventually(async () =>
    expect(await toRow('refused')).toMatchObject({
      status: 'failed',
      failure: 'The mail provider responded with status 422 (some_reason)',
      text: '',
    }),
  )
  expect(sent('refused')).toBe(1)
})

test('sends the other mails when one fails', async () => {
  respond = (key) => ({ status: key === 'stuck' ? 500 : 200 })
  await queued([mail('stuck'), ...Array.from({ length: 25 }, (_, n) => mail(`crowd${n}`))])
  await eventually(async () => expect(await toRow('crowd24')).toMatchObject({ status: 'sent' }))
  expect(await toRow('stuck')).toMatchObject({ status: 'queued' })
})

test('discards an expired mail', async () => {
  respond = () => ({ status: 500 })
  await queued([mail('late', 0)])
  await eventually(async () =>
    expect(await toRow('late')).toMatchObject({ status: 'failed', text: '' }),
  )
})

test("takes over when a crashed sender's lease expires", async () => {
  respond = () => ({ status: 200 })
  await harness.db
    .insertInto('mail_queue')
    .values({
      key: 'orphan',
      recipient: 'orphan@example.test',
      subject: 'Hello',
      text: 'Hello',
      attempts: 1,
      next_attempt_at: sql<Date>`now() + interval '1 second'`,
      expires_at: sql<Date>`now() + interval '1 hour'`,
    })
    .execute()
  await eventually(async () =>
    expect(await toRow('orphan')).toMatchObject({ status: 'sent', attempts: 2 }),
  )
})

test('logs neither the key nor the text of a mail', () => {
  expect(harness.log.text()).toContain('not sent')
  expect(harness.log.text()).not.toMatch(/marked-|@example\.test/)
})
