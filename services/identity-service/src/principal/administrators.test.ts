import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FindUserByEmail } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveGrant, readGrants } from '../../test/grants.ts'
import { type Harness, type Member, startHarness } from '../../test/harness.ts'

const cli = fileURLToPath(new URL('../../../../packages/cli/src/main.ts', import.meta.url))
const production = {
  NODE_ENV: 'production',
  API_URL: 'https://api.example.test',
  AUTH_BASE_URL: 'https://api.example.test',
  ASSETS_UPLOAD_DIR: '/tmp/unused',
}

const isAdmin = async (harness: Harness, person: Member) => {
  const resolved = await harness.resolve({ sessionCookie: person.session() })
  return resolved.outcome === 'authenticated' && resolved.principal.isAdmin
}
const found = async (harness: Harness, email: string) =>
  (await callRpc(harness.bus, FindUserByEmail, { email })).user?.userId
const signedUpAsAdmin = (harness: Harness, userId: string) =>
  eventually(async () => {
    const events = await harness.events()
    const event = events.find(
      ({ type, data }) => type === 'user.signed_up' && JSON.stringify(data).includes(userId),
    )
    expect(event).toBeDefined()
    return event?.data
  })

/** Starts a mail provider that stores the mails. */
async function startProvider() {
  const mails: Array<{ to: string; text: string }> = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { to, text } = JSON.parse(Buffer.concat(chunks).toString()) as {
        to: unknown
        text: string
      }
      mails.push({ to: String(to), text })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"mail_1"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const linkTo = (address: string, after = 0) =>
    eventually(async () => {
      const links = mails.filter(({ to, text }) => to === address && text.includes('/verify-email'))
      expect(links.length).toBeGreaterThan(after)
      return new URL(/https?:\S+/.exec(links.at(-1)?.text ?? '')?.[0] ?? '')
    })
  return { url, linkTo, close: () => server.close() }
}

let provider: Awaited<ReturnType<typeof startProvider>>
let mailing: Harness
beforeAll(async () => {
  provider = await startProvider()
  mailing = await startHarness({
    ADMIN_EMAILS: 'boss@example.test, second@example.test, third@example.test',
    SUPPORT_DEFAULT_OWNER_EMAIL: 'Help@example.test',
    EMAIL_API_KEY: 'marked-email-key',
    EMAIL_API_URL: provider.url,
  })
})
afterAll(async () => {
  await mailing.stop()
  provider.close()
})

test('makes a listed address an operator when the link in the mail is opened', async () => {
  const boss = await mailing.signUp('Not the boss', 'boss@example.test')
  expect(await isAdmin(mailing, boss)).toBe(false)
  expect(await found(mailing, 'boss@example.test')).toBeUndefined()
  // The sign-up still notifies nobody.
  expect(await signedUpAsAdmin(mailing, boss.userId)).toMatchObject({ isAdmin: true })
  const link = await provider.linkTo('boss@example.test')
  expect((await boss.get(`${link.pathname}${link.search}`)).status).toBe(302)
  expect(await isAdmin(mailing, boss)).toBe(true)
  expect(await found(mailing, 'Boss@example.test')).toBe(boss.userId)
})

test('resends a lost verification mail when the user asks for it', async () => {
  const second = await mailing.signUp('Second', 'second@example.test')
  await provider.linkTo(second.email)
  // A token contains its creation time in whole seconds, and each token sends only one mail.
  const again = await eventually(async () => {
    const asked = await second.post('/api/auth/send-verification-email', { email: second.email })
    expect(asked.status, asked.text).toBe(200)
    const links = await mailing.rows<{ key: string }>(
      `select key from mail_queue where key like 'verify:%' and recipient = '${second.email}'`,
    )
    expect(links.rows.length).toBeGreaterThan(1)
    return provider.linkTo(second.email, 1)
  })
  await second.get(`${again.pathname}${again.search}`)
  expect(await isAdmin(mailing, second)).toBe(true)
})

test('verifies a listed address only if the link is opened in a session of the account', async () => {
  const address = 'third@example.test'
  const stranger = await mailing.signUp('Stranger', address)
  const link = await provider.linkTo(address)
  const opened = await mailing.browser().get(`${link.pathname}${link.search}`)
  expect([opened.status, opened.headers.get('location')]).toEqual([
    302,
    `${link.searchParams.get('callbackURL')}?error=SIGN_IN_FIRST`,
  ])
  const bare = await mailing
    .browser()
    .get(`${link.pathname}?token=${link.searchParams.get('token')}`)
  expect([bare.status, bare.at('reason')]).toEqual([401, 'SIGN_IN_FIRST'])
  const other = await mailing.signUp()
  expect((await other.get(`${link.pathname}${link.search}`)).headers.get('location')).toContain(
    'SIGN_IN_FIRST',
  )
  expect(await isAdmin(mailing, stranger)).toBe(false)
  expect(await found(mailing, address)).toBeUndefined()
  // For an address without special rights the link is enough.
  const ordinary = await provider.linkTo(other.email)
  await mailing.browser().get(`${ordinary.pathname}${ordinary.search}`)
  expect(await found(mailing, other.email)).toBe(other.userId)
})

test("hands the account to the owner of the address and removes a stranger's credentials", async () => {
  const address = 'help@example.test'
  const stranger = await mailing.signUp('Stranger', address)
  const link = await provider.linkTo(address)
  const registering = await stranger.post('/api/auth/passkey/verify-registration', {
    response: { id: 'key' },
  })
  expect([registering.status, registering.at('reason')]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  // These credentials were added before the address was listed.
  await mailing.rows(`insert into passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
    values ('pky_1', 'k', '${stranger.userId}', 'c', 0, 'singleDevice', false)`)
  await mailing.rows(`insert into account (id, "accountId", "providerId", "userId")
    values ('acc_1', 'sub', 'signin', '${stranger.userId}')`)
  const owner = await mailing.signIn(address)
  await mailing.rows(`insert into "twoFactor" (id, secret, "backupCodes", "userId")
    values ('tfa_1', 's', 'c', '${stranger.userId}')`)
  await mailing.rows(`update "user" set "twoFactorEnabled" = true where id = '${stranger.userId}'`)
  const org = await stranger.post('/api/auth/organization/create', {
    name: 'Theirs',
    slug: 'theirs',
  })
  const key = (await stranger.post('/api/auth/api-key/create', { name: 'theirs' })).at('key')
  expect(await mailing.resolve({ apiKey: key })).toMatchObject({ outcome: 'authenticated' })
  await giveGrant(mailing, stranger.userId, org.at('id'))
  expect((await owner.get(`${link.pathname}${link.search}`)).headers.get('location')).not.toContain(
    'error',
  )
  expect(await found(mailing, address)).toBe(owner.userId)
  expect(await mailing.resolve({ apiKey: key })).toEqual({ outcome: 'rejected' })
  expect(await readGrants(mailing, owner.userId)).toEqual([])
  expect(await mailing.resolve({ sessionCookie: owner.session() })).toMatchObject({
    outcome: 'authenticated',
  })
  expect(await mailing.resolve({ sessionCookie: stranger.session() })).toEqual({
    outcome: 'rejected',
  })
  const left = await mailing.rows(`select id from passkey where "userId" = '${owner.userId}'
    union all select "providerId" from account where "userId" = '${owner.userId}'`)
  expect(left.rows).toEqual([{ id: 'credential' }])
  expect((await mailing.signIn(address)).userId).toBe(owner.userId)
})

test("gives an operator's API key no operator rights", async () => {
  const boss = await mailing.signIn('boss@example.test')
  await mailing.db
    .updateTable('user')
    .set({ emailVerified: true })
    .where('id', '=', boss.userId)
    .execute()
  await boss.post('/api/auth/organization/create', { name: 'Org', slug: 'boss-org' })
  const key = (await boss.post('/api/auth/api-key/create', { name: 'ci' })).at('key')
  expect(await isAdmin(mailing, boss)).toBe(true)
  expect(await mailing.resolve({ apiKey: key })).toMatchObject({
    principal: { role: 'owner', isAdmin: false },
  })
})

test('verifies addresses on the command line if no mail is configured, in production too', async () => {
  const harness = await startHarness({ ...production, ADMIN_EMAILS: 'boss@example.test' })
  const verify = (email: string) =>
    promisify(execFile)(process.execPath, [cli, 'users', 'verify', email], {
      env: { ...process.env, ...harness.env },
    })
  try {
    const boss = await harness.signUp('The "boss"', 'boss@example.test')
    const other = await harness.signUp()
    expect(await isAdmin(harness, boss)).toBe(false)
    const first = await verify(' BOSS@example.test ')
    expect(first.stdout).toContain(
      `boss@example.test is verified: account ${boss.userId}, name "The \\"boss\\""`,
    )
    expect((await verify('boss@example.test')).stdout).toContain('was already verified')
    expect(await isAdmin(harness, boss)).toBe(true)
    expect(await found(harness, other.email)).toBeUndefined()
    await expect(verify('nobody@example.test')).rejects.toMatchObject({
      code: 1,
      stderr: 'atrium: There is no account with the address nobody@example.test\n',
    })
    expect(harness.log.text()).not.toContain('ADMIN_EMAILS')
  } finally {
    await harness.stop()
  }
})

test('trusts a listed address in development if no mail is configured, and logs that', async () => {
  const harness = await startHarness({ ADMIN_EMAILS: 'boss@example.test' })
  try {
    const boss = await harness.signUp('Boss', 'boss@example.test')
    expect(await isAdmin(harness, boss)).toBe(true)
    expect(await signedUpAsAdmin(harness, boss.userId)).toMatchObject({ isAdmin: true })
    expect(await found(harness, boss.email)).toBe(boss.userId)
    expect(harness.log.text()).toContain(
      'EMAIL_API_KEY not set - proof of the addresses in ADMIN_EMAILS',
    )
  } finally {
    await harness.stop()
  }
})
