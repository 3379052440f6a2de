import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdmitMail, newId, RoleOf } from '@atrium/contracts'
import { mostMailsAnHour } from '@atrium/mailer'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueOrgMail } from '../src/mails/mails.db.ts'
import { mailPort, mailRoomPort } from '../src/mails/send-mail.ts'
import { endpointPort } from '../src/webhooks/dispatch-to-endpoint.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { startStandIn } from './stand-in.ts'

let harness: Harness
let outbox: string
let stopIdentity: () => Promise<void>
beforeAll(async () => {
  outbox = await mkdtemp(join(tmpdir(), 'atrium-outbox-'))
  harness = await startHarness([], { MAIL_OUTBOX_DIR: outbox })
  const roles = rpcHandler(RoleOf, async () => ({ role: 'member' as const }))
  const admits = rpcHandler(AdmitMail, async ({ recipients }) => ({
    refusal: null,
    skipped: [],
    sender: { name: 'Acme', address: 'owner@a.test' },
    admitted: recipients.map((address) => ({
      address,
      unsubscribeUrl: `https://atrium.test/api/public/unsubscribe/of-${address}`,
    })),
  }))
  stopIdentity = (await startStandIn(harness.env, 'identity', [roles, admits])).stop
})
afterAll(async () => {
  await stopIdentity()
  await harness.stop()
  await rm(outbox, { recursive: true, force: true })
})

const toMails = (orgId: string) =>
  harness.db.selectFrom('mail_queue').selectAll().where('org_id', '=', orgId).execute()
const deliveriesTo = (endpointId: string) =>
  harness.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .execute()
const mail = (orgId: string, key: string) => ({
  orgId,
  key,
  recipient: 'ada@a.test',
  subject: 'Hello',
  text: 'Text',
})
const readEndpoint = async (caller: Caller): Promise<string> => {
  const body = { url: 'https://hooks.example.com/x', events: ['task.created'] }
  return (await caller.call<{ id: string }>('POST', '/api/webhook-endpoints', body)).body.id
}

it('mails each item once, with a link to unsubscribe', async () => {
  const caller = harness.caller()
  const params = { to: '{{ $json.email }}', subject: 'Hello', text: 'Dear {{ $json.email }}' }
  const flow = graph(
    [node('start', 'trigger.manual'), node('mail', 'send_email', params)],
    [edge('start', 'mail')],
  )
  const run = await caller.runToEnd(await caller.create(flow), { email: 'ada@a.test' })
  expect(run).toMatchObject({ status: 'completed' })
  await eventually(async () => {
    expect(await toMails(caller.principal.orgId ?? '')).toMatchObject([
      { recipient: 'ada@a.test', subject: 'Hello', status: 'captured', unsubscribe_url: null },
    ])
  })
  const files = await readdir(outbox)
  const captured = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  const link = 'https://atrium.test/api/public/unsubscribe/of-ada@a.test'
  expect(captured.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({
      to: 'ada@a.test',
      unsubscribeUrl: link,
      text: `Dear ada@a.test\n\n-- \nSent by Acme, owner@a.test\nUnsubscribe: ${link}\n`,
    }),
  )
})

it('queues one mail for a key, even if the calls are concurrent', async () => {
  const send = mailPort(harness.db)
  const orgId = newId('org')
  expect(await Promise.all([1, 2, 3].map(() => send(mail(orgId, 'run:mail:0'))))).toEqual([
    true,
    true,
    true,
  ])
  expect(await toMails(orgId)).toHaveLength(1)
})

it('limits the mails of an org per hour, but neither repeated mails nor other orgs', async () => {
  const orgId = newId('org')
  await sql`insert into mail_queue (key, org_id, recipient, subject, text, status, expires_at)
    select 'old ' || ${orgId}::text || n, ${orgId}, 'a@a.test', 's', '', 'sent', now()
    from generate_series(1, ${mostMailsAnHour}) n`.execute(harness.db)
  const send = mailPort(harness.db)
  const hasRoom = mailRoomPort(harness.db)
  expect(await hasRoom(orgId, ['one more'])).toBe(false)
  expect(await hasRoom(newId('org'), ['one more'])).toBe(true)
  expect(await send(mail(orgId, 'one more'))).toBe(false)
  expect(await send(mail(newId('org'), 'the first'))).toBe(true)
  await sql`update mail_queue set created_at = now() - interval '2 hours' where org_id = ${orgId}`.execute(
    harness.db,
  )
  expect(await send(mail(orgId, 'one more'))).toBe(true)
  await sql`update mail_queue set created_at = now() where org_id = ${orgId}`.execute(harness.db)
  expect(await hasRoom(orgId, ['one more'])).toBe(true)
  expect(await send(mail(orgId, 'one more'))).toBe(true)
  expect(await hasRoom(orgId, ['one more', 'another'])).toBe(false)
})

it('rolls a mail back with the transaction that queued it', async () => {
  const orgId = newId('org')
  const queued = harness.db.transaction().execute(async (tx) => {
    await queueOrgMail(tx, { ...mail(orgId, `k ${orgId}`), usefulForSeconds: 60 })
    throw new Error('rolled back')
  })
  await expect(queued).rejects.toThrow('rolled back')
  expect(await toMails(orgId)).toEqual([])
})

it('queues one delivery per key, and none if the endpoint is disabled or of another org', async () => {
  const [caller, stranger] = [harness.caller({ role: 'owner' }), harness.caller()]
  const endpointId = await readEndpoint(caller)
  const deliver = endpointPort({
    db: harness.db,
    now: () => new Date('2026-05-04T00:00:00Z'),
    newId,
  })
  const given = {
    orgId: caller.principal.orgId ?? '',
    endpointId,
    key: 'k',
    data: { json: { a: 1 } },
  }
  expect([await deliver(given), await deliver(given)]).toEqual(['queued', 'queued'])
  const [delivery, ...more] = await deliveriesTo(endpointId)
  expect(more).toEqual([])
  expect(JSON.parse(delivery?.body ?? '')).toEqual({
    type: 'workflow.dispatched',
    timestamp: '2026-05-04T00:00:00.000Z',
    data: { json: { a: 1 } },
  })
  expect(await deliver({ ...given, orgId: stranger.principal.orgId ?? '', key: 'other' })).toBe(
    'unknown',
  )
  await caller.call('PATCH', `/api/webhook-endpoints/${endpointId}`, { enabled: false })
  expect(await deliver({ ...given, key: 'later' })).toBe('disabled')
  expect(await deliveriesTo(endpointId)).toHaveLength(1)
})
