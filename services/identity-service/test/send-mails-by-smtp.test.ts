import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { inTransaction } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import { eventually } from '@atrium/testkit'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
const received: { to: string; source: string }[] = []
const attempts = new Map<string, number>()

const server = new SMTPServer({
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  closeTimeout: 100,
  onAuth: ({ username, password }, _session, done) =>
    username === 'mailer' && password === 'marked-smtp-password'
      ? done(null, { user: username })
      : done(new Error('no')),
  onRcptTo({ address }, _session, done) {
    const attempt = (attempts.get(address) ?? 0) + 1
    attempts.set(address, attempt)
    if (address.startsWith('unknown'))
      return done(Object.assign(new Error(`5.1.1 ${address}`), { responseCode: 550 }))
    if (address.startsWith('busy') && attempt === 1)
      return done(Object.assign(new Error('4.2.1 later'), { responseCode: 450 }))
    done()
  },
  onData(stream, { envelope }, done) {
    const to = envelope.rcptTo[0]?.address ?? ''
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      received.push({ to, source: Buffer.concat(parts).toString() })
      // The server has the mail, but its response is lost.
      if (to.startsWith('cut') && attempts.get(to) === 1) {
        for (const connection of server.connections) connection.close()
        return
      }
      done()
    })
  },
})
server.on('error', () => undefined)

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  harness = await startHarness({
    EMAIL_API_KEY: undefined,
    SMTP_URL: `smtp://mailer:marked-smtp-password@127.0.0.1:${port}`,
    SMTP_FROM: 'Atrium <noreply@example.test>',
  })
})
afterAll(async () => {
  await harness.stop()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const queue = (key: string) =>
  inTransaction(harness.db, undefined, (tx) =>
    queueMails(tx, [
      {
        key,
        recipient: `${key}@example.test`,
        subject: 'Hello',
        text: `marked-secret-link-${key}`,
        usefulForSeconds: 600,
      },
    ]),
  )
const toRow = (key: string) =>
  harness.db.selectFrom('mail_queue').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const findMails = (key: string) => received.filter(({ to }) => to === `${key}@example.test`)

test('sends a queued mail once and clears its text', async () => {
  await queue('first')
  await eventually(async () =>
    expect(await toRow('first')).toMatchObject({ status: 'sent', attempts: 1, text: '' }),
  )
  expect(findMails('first')).toHaveLength(1)
  expect((await toRow('first')).reference).toMatch(/^<[0-9a-f]{32}@example\.test>$/)
})

test('does not retry if the server refuses the recipient, and stores the status only', async () => {
  await queue('unknown')
  await eventually(async () =>
    expect(await toRow('unknown')).toMatchObject({
      status: 'failed',
      failure: 'The mail server refused the mail (550 5.1.1, EENVELOPE)',
      text: '',
      attempts: 1,
    }),
  )
})

test('retries if the server refuses for now', async () => {
  await queue('busy')
  await eventually(async () =>
    expect(await toRow('busy')).toMatchObject({ status: 'sent', attempts: 2 }),
  )
  expect(findMails('busy')).toHaveLength(1)
})

test('sends a mail again with the same Message-ID if the response is lost', async () => {
  await queue('cut')
  await eventually(async () =>
    expect(await toRow('cut')).toMatchObject({ status: 'sent', attempts: 2 }),
  )
  const ids = findMails('cut').map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('counts the mails by outcome', async () => {
  const text = await (await fetch(`${harness.service.internalUrl}/metrics`)).text()
  expect(text).toMatch(/^atrium_mails_total\{outcome="sent",service="identity"\} [3-9]/m)
  expect(text).toMatch(/^atrium_mails_total\{outcome="failed",service="identity"\} 1$/m)
  expect(text).toMatch(/^atrium_mails_total\{outcome="postponed",service="identity"\} [2-9]/m)
})

test('logs neither the password nor the text of a mail', () => {
  expect(harness.log.text()).toContain('not sent')
  expect(harness.log.text()).not.toMatch(/marked-|@example\.test/)
})
