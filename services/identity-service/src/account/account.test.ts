import { eventually } from '@atrium/testkit'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Browser,
  type Harness,
  type Member,
  password,
  startHarness,
} from '../../test/harness.ts'

let harness: Harness
let proving: Harness
beforeAll(async () => {
  harness = await startHarness()
  // This harness has a mail provider configured, but nothing listens at its address.
  proving = await startHarness({
    ADMIN_EMAILS: 'boss@example.test',
    EMAIL_API_KEY: 'key',
    EMAIL_API_URL: 'http://127.0.0.1:1',
    SMTP_FROM: 'Atrium <noreply@example.test>',
  })
})
afterAll(() => Promise.all([harness?.stop(), proving?.stop()]))

const base = '/api/auth'
const readOutcome = async (browser: Browser) =>
  (await harness.resolve({ sessionCookie: browser.session() })).outcome
const readAddress = async (at: Harness, userId: string) =>
  (
    await at.rows<{
      email: string
      emailVerified: boolean
    }>(`select email, "emailVerified" from "user"
    where id = '${userId}'`)
  ).rows[0]
const linkTo = async (recipient: string): Promise<URL> =>
  eventually(async () => {
    const { rows } = await proving.rows<{ text: string }>(`select text from mail_queue
      where recipient = '${recipient}' order by created_at desc limit 1`)
    return new URL(/https?:\S+/.exec(rows[0]?.text ?? '')?.[0] ?? '')
  })
const open = (browser: Browser, link: URL) => browser.get(`${link.pathname}${link.search}`)
const verified = (at: Harness, { userId }: Member) =>
  at.rows(`update "user" set "emailVerified" = true where id = '${userId}'`)

test('changes an email address at once when addresses need no verification', async () => {
  const ada = await harness.signUp()
  const newEmail = `New-${ada.email}`
  expect((await ada.post(`${base}/change-email`, { newEmail })).status).toBe(200)
  expect((await readAddress(harness, ada.userId))?.email).toBe(newEmail.toLowerCase())
  expect((await harness.signIn(newEmail)).userId).toBe(ada.userId)
  const old = await harness.browser().post(`${base}/sign-in/email`, { email: ada.email, password })
  expect(old.status).toBe(401)
})

test('leaves the account unchanged if the new address is taken, without telling the user', async () => {
  const [ada, bob] = [await harness.signUp(), await harness.signUp()]
  expect((await ada.post(`${base}/change-email`, { newEmail: bob.email })).status).toBe(200)
  expect((await readAddress(harness, ada.userId))?.email).toBe(ada.email)
})

test.each([
  { newEmail: 'nobody' },
  { newEmail: `${'a'.repeat(300)}@example.test` },
  { newEmail: 7 },
  {},
])('rejects %j as a new email address', async (body) => {
  const ada = await harness.signUp()
  const refused = await ada.post(`${base}/change-email`, body)
  expect([refused.status, refused.at('code')]).toEqual([400, 'validation_failed'])
  expect(
    (await harness.browser().post(`${base}/change-email`, { newEmail: 'x@example.test' })).status,
  ).toBe(401)
})

test('changes a verified address only after a link to the old and a link to the new address', async () => {
  const ada = await proving.signUp()
  await verified(proving, ada)
  const newEmail = `new-${ada.email}`
  expect((await ada.post(`${base}/change-email`, { newEmail })).status).toBe(200)
  await open(ada, await linkTo(ada.email))
  expect((await readAddress(proving, ada.userId))?.email).toBe(ada.email)
  await open(proving.browser(), await linkTo(newEmail))
  expect(await readAddress(proving, ada.userId)).toEqual({ email: newEmail, emailVerified: true })
})

test("applies an operator's address only if the link is opened in a session of the same account", async () => {
  const ada = await proving.signUp()
  await verified(proving, ada)
  const token = await new SignJWT({
    email: ada.email,
    updateTo: 'boss@example.test',
    userId: ada.userId,
    requestType: 'change-email-verification',
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(proving.env['AUTH_SESSION_SECRET']))
  const link = new URL(`http://localhost${base}/verify-email?token=${token}`)
  const refused = await open(proving.browser(), link)
  expect([refused.status, refused.at('reason')]).toEqual([401, 'SIGN_IN_FIRST'])
  expect((await readAddress(proving, ada.userId))?.email).toBe(ada.email)
  const elsewhere = await proving.signIn(ada.email)
  expect((await open(ada, link)).status).toBe(200)
  expect((await readAddress(proving, ada.userId))?.email).toBe('boss@example.test')
  const other = await proving.resolve({ sessionCookie: elsewhere.session() })
  expect(other.outcome).toBe('rejected')
})

test("lists a user's sessions of any age with their devices, and ends one or all others", async () => {
  const ada = await harness.signUp()
  const [phone, tablet] = [await harness.signIn(ada.email), await harness.signIn(ada.email)]
  await harness.rows(`update session set "createdAt" = now() - interval '3 days',
    "userAgent" = 'Browser/1.0', "ipAddress" = '203.0.113.9' where "userId" = '${ada.userId}'`)
  const stranger = await harness.signUp()
  const listed = (await ada.get(`${base}/list-sessions`)).body as Array<Record<string, unknown>>
  expect(listed).toHaveLength(3)
  expect(listed.filter(({ current }) => current)).toHaveLength(1)
  for (const session of listed) {
    expect(session).toMatchObject({
      userId: ada.userId,
      userAgent: 'Browser/1.0',
      ipAddress: '203.0.113.9',
    })
  }
  const seen = (await phone.get(`${base}/list-sessions`)).body as typeof listed
  const token = seen.find(({ current }) => current)?.['token']
  await stranger.post(`${base}/revoke-session`, { token })
  expect(await readOutcome(phone)).toBe('authenticated')
  expect((await ada.post(`${base}/revoke-session`, { token })).status).toBe(200)
  expect([await readOutcome(phone), await readOutcome(tablet)]).toEqual([
    'rejected',
    'authenticated',
  ])
  expect((await ada.post(`${base}/revoke-other-sessions`)).status).toBe(200)
  expect([await readOutcome(ada), await readOutcome(tablet)]).toEqual(['authenticated', 'rejected'])
  expect(await readOutcome(stranger)).toBe('authenticated')
  expect((await harness.browser().get(`${base}/list-sessions`)).status).toBe(401)
})

test('deletes an account if the password is right, and ends its memberships', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'admin')
  for (const body of [{}, { password: 'a wrong password' }]) {
    expect((await member.post(`${base}/delete-user`, body)).status).toBe(400)
  }
  expect(await readOutcome(member)).toBe('authenticated')
  const elsewhere = await harness.signIn(member.email)
  const deleted = await member.post(`${base}/delete-user`, { password })
  expect(deleted.status, deleted.text).toBe(200)
  expect(await readOutcome(elsewhere)).toBe('rejected')
  expect(await readAddress(harness, member.userId)).toBeUndefined()
  await eventually(async () => {
    const left = (await harness.events()).filter(({ type }) => type === 'org.member_left')
    expect(left.map(({ data }) => data)).toContainEqual({
      orgId: owner.orgId,
      userId: member.userId,
    })
  })
  expect(await readOutcome(owner)).toBe('authenticated')
})

test("rejects the deletion of an org's last owner until another owner joins", async () => {
  const owner = await harness.founder()
  const refused = await owner.post(`${base}/delete-user`, { password })
  expect([refused.status, refused.at('code')]).toEqual([409, 'last_owner'])
  expect(await readOutcome(owner)).toBe('authenticated')
  expect((await harness.signIn(owner.email)).userId).toBe(owner.userId)
  await harness.invite(owner, 'owner')
  expect((await owner.post(`${base}/delete-user`, { password })).status).toBe(200)
})

test('deletes an account without a password only if the session is fresh', async () => {
  const ada = await harness.signUp()
  await harness.rows(`delete from account where "userId" = '${ada.userId}'`)
  await harness.rows(`update session set "createdAt" = now() - interval '3 days'
    where "userId" = '${ada.userId}'`)
  expect((await ada.post(`${base}/delete-user`)).status).toBe(400)
  await harness.rows(`update session set "createdAt" = now() where "userId" = '${ada.userId}'`)
  expect((await ada.post(`${base}/delete-user`)).status).toBe(200)
})
