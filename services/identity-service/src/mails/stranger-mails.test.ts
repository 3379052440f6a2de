import { randomUUID } from 'node:crypto'
import { AdmitMail, SellerAddress } from '@atrium/contracts'
import { callRpc, rpcHandler, serveRpc } from '@atrium/messaging'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test, vi } from 'vitest'
import { type Founder, startHarness } from '../../test/harness.ts'

const secret = `whsec_${Buffer.from('marked-mail-webhook-secret-32byte').toString('base64')}`
const harness = await startHarness({
  EMAIL_API_KEY: 'marked-email-key',
  EMAIL_API_URL: 'http://127.0.0.1:1',
  EMAIL_WEBHOOK_SECRET: secret,
  MAIL_DAILY_LIMIT: '3',
})
afterAll(() => harness.stop())

const verify = (person: { userId: string }) =>
  harness.db
    .updateTable('user')
    .set({ emailVerified: true })
    .where('id', '=', person.userId)
    .execute()
const verifiedFounder = async (): Promise<Founder> => {
  const owner = await harness.founder()
  await verify(owner)
  return owner
}
const admit = (orgId: string, recipients: string[], key: string = randomUUID()) =>
  callRpc(harness.bus, AdmitMail, { orgId, key, recipients })
let serial = 0
const newStranger = () => `stranger${++serial}@example.test`
const readCode = async (orgId: string, recipients: string[], key?: string) =>
  (await admit(orgId, recipients, key)).refusal?.code ?? 'admitted'
const invite = (inviter: Founder, email = newStranger()) =>
  inviter.post('/api/auth/organization/invite-member', { email, role: 'member' })

test('rejects mails to strangers if mail is configured but no owner has a verified address', async () => {
  const owner = await harness.founder()
  expect(await readCode(owner.orgId, [newStranger()])).toBe('sender_not_verified')
  const refused = await invite(owner)
  expect([refused.status, refused.at('code')], refused.text).toEqual([403, 'sender_not_verified'])
  await verify(owner)
  expect(await readCode(owner.orgId, [newStranger()])).toBe('admitted')
  expect((await invite(owner)).status).toBe(200)
})

test('counts recipients outside the organisation in 24 hours, and each key once', async () => {
  const [owner, other] = [await verifiedFounder(), await verifiedFounder()]
  const { orgId } = owner
  const first = [newStranger(), newStranger()]
  expect(await readCode(orgId, first, 'one')).toBe('admitted')
  expect(await readCode(orgId, first, 'one')).toBe('admitted')
  expect(await readCode(orgId, [newStranger(), newStranger()])).toBe('mail_limit')
  expect(await readCode(orgId, [newStranger()])).toBe('admitted')
  expect(await readCode(orgId, [newStranger()])).toBe('mail_limit')
  expect(await readCode(orgId, first, 'one')).toBe('admitted')
  expect(await readCode(orgId, [owner.email])).toBe('admitted')
  expect(await readCode(other.orgId, [newStranger()])).toBe('admitted')
  expect(await readCode(other.orgId, first, 'one')).toBe('admitted')
  expect(await readCode(other.orgId, [newStranger()])).toBe('mail_limit')
  const refused = await invite(owner)
  expect([refused.status, refused.at('code')], refused.text).toEqual([429, 'mail_limit'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
  await harness.rows(
    `update stranger_mails set at = at - interval '1 day' where org_id = '${orgId}'`,
  )
  expect(await readCode(orgId, [newStranger()])).toBe('admitted')
})

test('names and stores no stranger when a mail is only counted', async () => {
  const { orgId } = await verifiedFounder()
  const count = (key: string, recipients: string[]) =>
    callRpc(harness.bus, AdmitMail, { orgId, key, recipients, isCountOnly: true })
  const recipients = [newStranger(), newStranger()]
  const counted = await count('one', recipients)
  expect([counted.refusal, counted.admitted, counted.skipped]).toEqual([null, [], []])
  const stored = () =>
    harness.db.selectFrom('mail_recipients').selectAll().where('org_id', '=', orgId).execute()
  expect(await stored()).toEqual([])
  expect((await count('two', [newStranger(), newStranger()])).refusal?.code).toBe('mail_limit')
  expect((await admit(orgId, recipients, 'one')).admitted).toHaveLength(2)
  expect(await stored()).toHaveLength(2)
})

test('counts no invitation if it is rejected, and counts one that is resent', async () => {
  const owner = await verifiedFounder()
  const first = newStranger()
  expect((await invite(owner, first)).status).toBe(200)
  for (let n = 0; n < 4; n += 1) expect((await invite(owner, first)).status).toBe(400)
  // The organisation has a hundred open invitations, the limit in the database.
  await harness.rows(
    `insert into invitation (id, "organizationId", email, role, status, "expiresAt", "inviterId")
     select 'inv_open_' || n, '${owner.orgId}', 'open' || n || '@example.test', 'member', 'pending',
       now() + interval '1 day', '${owner.userId}' from generate_series(1, 99) n`,
  )
  for (let n = 0; n < 4; n += 1) expect((await invite(owner)).status).toBe(409)
  await harness.rows(`delete from invitation where id like 'inv_open_%'`)
  expect((await invite(owner)).status).toBe(200)
  const again = await owner.post('/api/auth/organization/invite-member', {
    email: first,
    role: 'member',
    resend: true,
  })
  expect(again.status, again.text).toBe(200)
  expect((await invite(owner)).status).toBe(429)
})

test("allows ten times as many mails after the organisation's first week", async () => {
  const { orgId } = await verifiedFounder()
  await harness.rows(
    `update organization set "createdAt" = now() - interval '8 days' where id = '${orgId}'`,
  )
  expect(await readCode(orgId, Array.from({ length: 30 }, newStranger))).toBe('admitted')
  expect(await readCode(orgId, [newStranger()])).toBe('mail_limit')
})

test('stays within the limit when many mails are requested at once', async () => {
  const { orgId } = await verifiedFounder()
  const codes = await Promise.all(Array.from({ length: 8 }, () => readCode(orgId, [newStranger()])))
  expect(codes.filter((code) => code === 'admitted')).toHaveLength(3)
})

test("counts a member as a stranger if the member's address is not verified", async () => {
  const owner = await verifiedFounder()
  const member = await harness.invite(owner, 'member')
  const before = await admit(owner.orgId, [member.email])
  expect(before.admitted[0]?.unsubscribeUrl).toContain('/api/public/unsubscribe/')
  await verify(member)
  const after = await admit(owner.orgId, [member.email.toUpperCase()])
  expect(after.admitted).toEqual([{ address: member.email.toUpperCase(), unsubscribeUrl: null }])
  const elsewhere = await admit((await verifiedFounder()).orgId, [member.email])
  expect(elsewhere.admitted[0]?.unsubscribeUrl).toContain('/api/public/unsubscribe/')
})

test('names the organisation with its postal address, or with its owner if there is none', async () => {
  const owner = await verifiedFounder()
  expect((await admit(owner.orgId, [newStranger()])).sender).toEqual({
    name: 'Org',
    address: owner.email,
  })
  const stop = await serveRpc(harness.bus, '0.0.0', [
    rpcHandler(SellerAddress, async () => ({ address: 'Main Street 1, 10115 Berlin, DE' })),
  ])
  try {
    expect((await admit(owner.orgId, [newStranger()])).sender.address).toBe(
      'Main Street 1, 10115 Berlin, DE',
    )
  } finally {
    await stop()
  }
})

test('unsubscribes only when the button or the one-click POST is used, not when the link is opened', async () => {
  const [owner, other] = [await verifiedFounder(), await verifiedFounder()]
  const address = newStranger()
  const url = (await admit(owner.orgId, [address])).admitted[0]?.unsubscribeUrl ?? ''
  const path = new URL(url).pathname
  const page = await fetch(harness.service.url + path)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<button type="submit" class="button">Unsubscribe</button>')
  expect((await admit(owner.orgId, [address])).skipped).toEqual([])
  const done = await fetch(harness.service.url + path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect([done.status, await done.text()]).toEqual([
    200,
    expect.stringContaining('You are unsubscribed'),
  ])
  const asked = await admit(owner.orgId, [address.toUpperCase(), newStranger()])
  expect(asked.skipped).toEqual([{ address: address.toUpperCase(), reason: 'unsubscribed' }])
  expect(asked.admitted).toHaveLength(1)
  expect((await admit(other.orgId, [address])).skipped).toEqual([])
  const unknown = await fetch(`${harness.service.url}/api/public/unsubscribe/no-such-token`, {
    method: 'POST',
  })
  expect(unknown.status).toBe(404)
})

const report = (type: string, to: string[], more: object = {}, signedWith = secret) => {
  const body = JSON.stringify({ type, created_at: new Date().toISOString(), data: { to, ...more } })
  const [id, at] = [randomUUID(), new Date()]
  return fetch(`${harness.service.url}/api/mail/webhooks/provider`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(signedWith).sign(id, at, body),
    },
    body,
  })
}

test('stops an address for every organisation after a permanent bounce or a complaint', async () => {
  const [owner, other] = [await verifiedFounder(), await verifiedFounder()]
  const [bounced, full, angry] = [newStranger(), newStranger(), newStranger()]
  expect((await report('email.bounced', [bounced], { bounce: { type: 'Permanent' } })).status).toBe(
    200,
  )
  expect((await report('email.bounced', [full], { bounce: { type: 'Transient' } })).status).toBe(
    200,
  )
  expect((await report('email.complained', [`Someone <${angry.toUpperCase()}>`])).status).toBe(200)
  expect((await report('email.delivered', [full])).status).toBe(200)
  for (const { orgId } of [owner, other]) {
    const { skipped } = await admit(orgId, [bounced, full, angry])
    expect(new Map(skipped.map((each) => [each.address, each.reason]))).toEqual(
      new Map([
        [bounced, 'bounced'],
        [angry, 'complained'],
      ]),
    )
  }
  const refused = await invite(owner, angry)
  expect([refused.status, refused.at('code')], refused.text).toEqual([409, 'recipient_stopped'])
})

test('rejects a report with a wrong signature and stops nothing', async () => {
  const { orgId } = await verifiedFounder()
  const address = newStranger()
  const other = `whsec_${Buffer.from('another-secret-of-32-bytes-length').toString('base64')}`
  expect((await report('email.bounced', [address], {}, other)).status).toBe(400)
  expect((await report('email.bounced', ['x'.repeat(400)])).status).toBe(400)
  expect((await admit(orgId, [address])).skipped).toEqual([])
})

test('names the sender and the unsubscribe link in an invitation', async () => {
  const owner = await verifiedFounder()
  const email = newStranger()
  await invite(owner, email)
  const row = await vi.waitFor(async () => {
    const found = await harness.db
      .selectFrom('mail_queue')
      .select(['text', 'unsubscribe_url'])
      .where('recipient', '=', email)
      .executeTakeFirst()
    expect(found).toBeDefined()
    return found
  }, 10_000)
  expect(row?.unsubscribe_url).toMatch(/\/api\/public\/unsubscribe\/[\w-]{32}$/)
  expect(row?.text).toContain(`Sent by Org, ${owner.email}\nUnsubscribe: ${row?.unsubscribe_url}`)
})
