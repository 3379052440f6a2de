import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AdmitMail,
  ClaimPost,
  MailPost,
  type MailRefusal,
  newId,
  RoleOf,
  type StoppedReason,
} from '@atrium/contracts'
import { mostMailsAnHour } from '@atrium/mailer'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'
import { sweepOverdueClaims } from './claim-post.ts'
import { lookForPosts } from './look-for-posts.ts'

interface SentMail {
  key: string
  to: string[]
  subject: string
  text: string
  headers?: Record<string, string>
}

let harness: Harness
const received: SentMail[] = []
const provider = createServer(async (request: IncomingMessage, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as SentMail
  received.push({ ...body, key: String(request.headers['idempotency-key']) })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}')
})
let refusal: MailRefusal | undefined
let stopped: Record<string, StoppedReason> = {}
let members: Record<string, boolean> = {}
let admitted: { key: string; recipients: string[] }[] = []
let mayAdmit = async () => {}

beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const { port } = provider.address() as AddressInfo
  harness = await startHarness({
    EMAIL_API_KEY: 'marked-email-key',
    EMAIL_API_URL: `http://127.0.0.1:${port}`,
    SMTP_FROM: 'Atrium <noreply@example.test>',
  })
  await harness.answer([
    rpcHandler(RoleOf, async ({ userId }) => ({
      role: members[userId] === false ? null : ('member' as const),
    })),
    rpcHandler(AdmitMail, async ({ key, recipients }) => {
      admitted.push({ key, recipients })
      await mayAdmit()
      const sender = { name: 'Harbour Bakery', address: 'Quay 1' }
      if (refusal !== undefined)
        return {
          refusal: { code: refusal, message: `Refused: ${refusal}` },
          admitted: [],
          skipped: [],
          sender,
        }
      const isOpen = (address: string) => stopped[address] === undefined
      return {
        refusal: null,
        sender,
        admitted: recipients.filter(isOpen).map((address) => ({
          address,
          unsubscribeUrl: address.endsWith('@bakery.test')
            ? null
            : `https://atrium.test/u/${address}`,
        })),
        skipped: recipients.flatMap((address) => {
          const reason = stopped[address]
          return reason === undefined ? [] : [{ address, reason }]
        }),
      }
    }),
  ])
})
afterAll(async () => {
  await harness?.stop()
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  refusal = undefined
  stopped = {}
  members = {}
  admitted = []
  mayAdmit = async () => {}
})

const past = '2026-01-01T00:00:00.000Z'
let serial = 0
/** Returns an address for one test only. */
const stranger = () => `guest${++serial}@example.test`
const draft = (caller: Caller, to: string[], more: object = {}) =>
  caller.call('POST', '/api/tasks', {
    kind: 'post',
    title: 'Easter opening',
    body: 'We open at nine.',
    post: { platform: 'email', to },
    ...more,
  })
async function claimed(caller: Caller, to: string[], more: object = {}) {
  const { body: card } = await draft(caller, to, more)
  const path = `/api/tasks/${card.id}`
  expect((await caller.call('POST', `${path}/approve`, { dueDate: past })).status).toBe(200)
  const { claim } = await callRpc(harness.bus, ClaimPost, { orgId: caller.orgId, taskId: card.id })
  if (claim === null) throw new Error('no claim')
  const mail = () =>
    callRpc(harness.bus, MailPost, { orgId: caller.orgId, taskId: card.id, token: claim.token })
  return {
    path,
    id: card.id as string,
    token: claim.token,
    mail,
    read: () => caller.call('GET', path),
  }
}
const mailsTo = (address: string) => received.filter(({ to }) => to.includes(address))
const queueOldMails = (orgId: string, count: number) =>
  sql`insert into mail_queue (key, org_id, recipient, subject, text, status, expires_at)
    select 'old ' || ${orgId}::text || n, ${orgId}, 'a@a.test', 's', '', 'sent', now()
    from generate_series(1, ${count}) n`.execute(harness.handle.db)
const readNotes = async (caller: Caller, path: string): Promise<string[]> =>
  (await caller.call('GET', `${path}/timeline?kind=entries`)).body.items.map(
    ({ body }: { body: string }) => body,
  )

test('sends each recipient a separate mail and settles the post', async () => {
  const caller = await harness.caller()
  const [ada, bob] = [stranger(), `baker${++serial}@bakery.test`]
  const link = 'https://example.com/menu'
  const post = { platform: 'email', to: [ada, bob], link }
  const { mail, read, token, path } = await claimed(caller, [], { post })
  expect(await mail()).toEqual({ outcome: 'posted' })
  expect((await read()).body).toMatchObject({
    status: 'posted',
    post: { externalId: null, externalUrl: null, failure: null },
  })
  await eventually(() =>
    expect([mailsTo(ada), mailsTo(bob)].map(({ length }) => length)).toEqual([1, 1]),
  )
  expect(mailsTo(bob)[0]).toMatchObject({
    to: [bob],
    subject: 'Easter opening',
    text: `We open at nine. ${link}`,
  })
  expect(mailsTo(ada)[0]?.text).toBe(
    `We open at nine. ${link}\n\n-- \nSent by Harbour Bakery, Quay 1\nUnsubscribe: https://atrium.test/u/${ada}\n`,
  )
  expect(admitted).toEqual([{ key: `post:${token}`, recipients: [ada, bob] }])
  expect(await readNotes(caller, path)).toEqual([])
})

test('sends nothing twice if the call is repeated, concurrently or later', async () => {
  const caller = await harness.caller()
  const ada = stranger()
  const { mail } = await claimed(caller, [ada])
  expect(await Promise.all([mail(), mail(), mail()])).toEqual(
    Array.from({ length: 3 }, () => ({ outcome: 'posted' })),
  )
  expect(await mail()).toEqual({ outcome: 'posted' })
  await eventually(() => expect(mailsTo(ada)).toHaveLength(1))
  const rows = await harness.handle.db
    .selectFrom('mail_queue')
    .select('key')
    .where('org_id', '=', caller.orgId)
    .execute()
  expect(rows).toHaveLength(1)
})

test('sends nothing and marks the post as unconfirmed if its publisher dies before the mails are queued', async () => {
  const caller = await harness.caller()
  const ada = stranger()
  const { mail, read, id } = await claimed(caller, [ada])
  await harness.handle.db
    .updateTable('posts')
    .set({ claim_deadline: new Date(0) })
    .where('task_id', '=', id)
    .execute()
  await eventually(async () => {
    await sweepOverdueClaims(harness.deps)
    await lookForPosts(harness.deps)
    expect((await read()).body).toMatchObject({
      status: 'unconfirmed',
      post: { failure: { message: 'Publishing stopped before anything was sent' } },
    })
  })
  await expect(mail()).rejects.toMatchObject({ code: 'claim_lost' })
  expect(mailsTo(ada)).toEqual([])
})

test('skips a recipient who unsubscribed and names them in the timeline', async () => {
  const caller = await harness.caller()
  const [ada, bob] = [stranger(), stranger()]
  stopped = { [bob]: 'unsubscribed' }
  const { mail, read, path } = await claimed(caller, [ada, bob])
  expect(await mail()).toEqual({ outcome: 'posted' })
  expect(await mail()).toEqual({ outcome: 'posted' })
  expect((await read()).body.status).toBe('posted')
  expect(await readNotes(caller, path)).toEqual([
    `No mail to ${bob}: the recipient unsubscribed from your mails.`,
  ])
  await eventually(() => expect(mailsTo(ada)).toHaveLength(1))
  expect(mailsTo(bob)).toEqual([])
})

test('fails and names the recipients if none of them may get the mail', async () => {
  const caller = await harness.caller()
  const [ada, bob] = [stranger(), stranger()]
  stopped = { [ada]: 'bounced', [bob]: 'complained' }
  const { mail, read, path } = await claimed(caller, [ada, bob])
  expect(await mail()).toMatchObject({ outcome: 'failed', failure: { class: 'no_recipient' } })
  expect((await read()).body).toMatchObject({
    status: 'failed',
    post: { failure: { class: 'no_recipient' } },
  })
  expect((await readNotes(caller, path)).join()).toContain(bob)
})

test.each(['sender_not_verified', 'mail_limit'] as const)(
  'fails with %s and sends nothing',
  async (code) => {
    refusal = code
    const caller = await harness.caller()
    const ada = stranger()
    const { mail, read } = await claimed(caller, [ada])
    const failure = { class: code, message: `Refused: ${code}`, fix: expect.any(String) }
    expect(await mail()).toEqual({ outcome: 'failed', failure })
    expect((await read()).body).toMatchObject({ status: 'failed', post: { failure } })
    expect(mailsTo(ada)).toEqual([])
  },
)

test('fails without a use of the daily limit if the recipients exceed the hourly limit', async () => {
  const caller = await harness.caller()
  const [full, last] = [
    await claimed(caller, [stranger(), stranger()]),
    await claimed(caller, [stranger()]),
  ]
  await queueOldMails(caller.orgId, mostMailsAnHour - 1)
  expect(await full.mail()).toMatchObject({ failure: { class: 'mail_limit' } })
  expect(admitted).toEqual([])
  expect((await full.read()).body.status).toBe('failed')
  expect(await last.mail()).toEqual({ outcome: 'posted' })
})

test('keeps the hourly limit when posts are mailed concurrently', async () => {
  const caller = await harness.caller()
  const posts = await Promise.all(Array.from({ length: 4 }, () => claimed(caller, [stranger()])))
  await queueOldMails(caller.orgId, mostMailsAnHour - 1)
  mayAdmit = () => eventually(() => expect(admitted).toHaveLength(4))
  const { db } = harness.handle
  const mailing = await db.transaction().execute(async (tx) => {
    // Blocks writes only, so every post counts 499 mails if it does not wait for the others.
    await sql`lock table mail_queue in exclusive mode`.execute(tx)
    const all = Promise.all(posts.map(({ mail }) => mail()))
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
      expect(rows.length).toBeGreaterThanOrEqual(4)
    })
    return { all }
  })
  const outcomes = await mailing.all
  expect(outcomes.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1)
})

test('fails if the approver has left', async () => {
  const former = await harness.caller()
  const left = await claimed(former, [stranger()])
  members = { [former.principal.userId]: false }
  expect(await left.mail()).toMatchObject({ failure: { class: 'not_a_member' } })
  expect((await left.read()).body.status).toBe('failed')
})

test('rejects another token, another organisation and a post for a network', async () => {
  const caller = await harness.caller()
  const { id } = await claimed(caller, [stranger()])
  const orgId = caller.orgId
  const ask = (input: { orgId: string; taskId: string; token: string }) =>
    callRpc(harness.bus, MailPost, input)
  await expect(ask({ orgId, taskId: id, token: 'other' })).rejects.toMatchObject({
    code: 'claim_lost',
  })
  await expect(ask({ orgId: newId('org'), taskId: id, token: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })
  const post = { platform: 'shortpost', channelId: 'chn_1' }
  const { body: other } = await draft(caller, [], { post })
  await expect(ask({ orgId, taskId: other.id, token: 'x' })).rejects.toMatchObject({
    code: 'not_a_post',
  })
  expect(admitted).toEqual([])
})
