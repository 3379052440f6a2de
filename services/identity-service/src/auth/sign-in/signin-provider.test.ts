import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../../test/harness.ts'

interface Profile {
  sub: string
  email: string
  email_verified?: boolean | string
  name?: string
  given_name?: string
  family_name?: string
}

async function startProvider(port = 0, discovery: Record<string, unknown> = {}) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const state = {
    profile: undefined as Profile | undefined,
    nonce: '',
    secret: '',
    issuer: '',
    forged: false,
  }
  const other = await generateKeyPair('RS256')
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', state.issuer)
    const json = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname === '/.well-known/openid-configuration') {
      return json({
        issuer: state.issuer,
        authorization_endpoint: `${state.issuer}/authorize`,
        token_endpoint: `${state.issuer}/token`,
        userinfo_endpoint: `${state.issuer}/userinfo`,
        jwks_uri: `${state.issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...discovery,
      })
    }
    if (url.pathname === '/jwks') return json({ keys: [jwk] })
    if (url.pathname === '/token') {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      state.secret = form.get('client_secret') ?? request.headers.authorization ?? ''
      const idToken = await new SignJWT({ ...state.profile, nonce: state.nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setIssuer(state.issuer)
        .setAudience('signin-client')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(state.forged ? other.privateKey : privateKey)
      return json({
        access_token: 'provider-access',
        token_type: 'Bearer',
        id_token: idToken,
        expires_in: 3600,
      })
    }
    if (url.pathname === '/userinfo') return json(state.profile)
    response.writeHead(404).end()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  state.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, stop: () => server.close() }
}

let harness: Harness
let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider()
  harness = await startHarness({
    SIGNIN_OAUTH_CLIENT_ID: 'signin-client',
    SIGNIN_OAUTH_CLIENT_SECRET: 'marked-signin-secret',
    SIGNIN_ISSUER_URL: provider.state.issuer,
  })
})
afterAll(async () => {
  await harness.stop()
  provider.stop()
})

async function signInAs(profile: Profile, forged = false) {
  const browser = harness.browser()
  const started = await browser.post('/api/auth/sign-in/social', {
    provider: 'signin',
    callbackURL: 'http://localhost:5000/home',
  })
  expect(started.status, started.text).toBe(200)
  const dialog = new URL(started.at('url'))
  Object.assign(provider.state, { profile, forged, nonce: dialog.searchParams.get('nonce') ?? '' })
  const query = new URLSearchParams({
    code: 'a-code',
    state: dialog.searchParams.get('state') ?? '',
  })
  const back = await browser.get(`/api/auth/callback/signin?${query}`)
  return { browser, dialog, back }
}

test('creates an account with a verified address when a new user signs in', async () => {
  const profile = {
    sub: 'p-1',
    email: 'new@example.test',
    email_verified: true,
    name: 'New Person',
  }
  const { browser, dialog, back } = await signInAs(profile)
  expect(dialog.origin).toBe(provider.state.issuer)
  expect(dialog.searchParams.get('client_id')).toBe('signin-client')
  expect(dialog.searchParams.get('code_challenge_method')).toBe('S256')
  expect(dialog.searchParams.get('scope')).toBe('openid email profile')
  expect(dialog.searchParams.get('redirect_uri')).toBe(
    'http://localhost:3000/api/auth/callback/signin',
  )
  expect(back.status).toBe(302)
  expect(back.headers.get('location')).toBe('http://localhost:5000/home')
  expect((await harness.resolve({ sessionCookie: browser.session() })).outcome).toBe(
    'authenticated',
  )
  const user = await harness.db
    .selectFrom('user')
    .select(['id', 'emailVerified'])
    .where('email', '=', profile.email)
    .executeTakeFirstOrThrow()
  expect(user.emailVerified).toBe(true)
  const again = await signInAs(profile)
  expect(await harness.resolve({ sessionCookie: again.browser.session() })).toMatchObject({
    principal: { userId: user.id },
  })
  const { rows } = await harness.rows<{ accessToken: string }>('select "accessToken" from account')
  expect(JSON.stringify(rows)).not.toContain('provider-access')
})

test('links no accounts with the same address if either side is unverified', async () => {
  const squatter = await harness.signUp('Squatter', 'victim@example.test')
  const { browser, back } = await signInAs({
    sub: 'p-2',
    email: 'victim@example.test',
    email_verified: true,
    name: 'Victim',
  })
  expect(back.headers.get('location')).toMatch(/error=/)
  expect(browser.session()).toBe('')
  expect(await harness.resolve({ sessionCookie: squatter.session() })).toMatchObject({
    principal: { userId: squatter.userId },
  })
  const ada = await harness.signUp('Ada', 'verified@example.test')
  await harness.db
    .updateTable('user')
    .set({ emailVerified: true })
    .where('id', '=', ada.userId)
    .execute()
  const claimed = await signInAs({
    sub: 'p-3',
    email: 'verified@example.test',
    email_verified: false,
    name: 'X',
  })
  expect(claimed.back.headers.get('location')).toMatch(/error=/)
  expect(claimed.browser.session()).toBe('')
})

test('links no account if the provider sends "false" as text for a verified address', async () => {
  const eve = await harness.signUp('Eve', 'worded@example.test')
  await harness.db
    .updateTable('user')
    .set({ emailVerified: true })
    .where('id', '=', eve.userId)
    .execute()
  const profile = { sub: 'p-5', email: 'worded@example.test', email_verified: 'false', name: 'X' }
  const claimed = await signInAs(profile)
  expect(claimed.back.headers.get('location')).toMatch(/error=/)
  expect(claimed.browser.session()).toBe('')
  const own = await signInAs({ ...profile, sub: 'p-6', email_verified: 'true' })
  expect(await harness.resolve({ sessionCookie: own.browser.session() })).toMatchObject({
    principal: { userId: eve.userId },
  })
})

test('names a user by given and family name, or by the address if those are missing', async () => {
  const readName = async (profile: Profile) => {
    const { browser } = await signInAs(profile)
    return (await browser.get('/api/auth/get-session')).body
  }
  const parts = { given_name: 'Grace', family_name: 'Hopper' }
  expect(
    await readName({ sub: 'p-7', email: 'parts@example.test', email_verified: true, ...parts }),
  ).toMatchObject({ user: { name: 'Grace Hopper' } })
  expect(
    await readName({ sub: 'p-8', email: 'just@example.test', email_verified: true }),
  ).toMatchObject({
    user: { name: 'just' },
  })
})

test('treats an address as unverified if the provider does not say', async () => {
  const { browser } = await signInAs({ sub: 'p-9', email: 'silent@example.test', name: 'Silent' })
  const { body } = await browser.get('/api/auth/get-session')
  expect(body).toMatchObject({ user: { email: 'silent@example.test', emailVerified: false } })
})

test('sends the secret over HTTP Basic if the provider accepts nothing else', async () => {
  const basic = await startProvider(0, {
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  })
  const alone = await startHarness({
    SIGNIN_OAUTH_CLIENT_ID: 'signin-client',
    SIGNIN_OAUTH_CLIENT_SECRET: 'marked-signin-secret',
    SIGNIN_ISSUER_URL: basic.state.issuer,
  })
  try {
    const browser = alone.browser()
    const started = await browser.post('/api/auth/sign-in/social', { provider: 'signin' })
    const state = new URL(started.at('url')).searchParams.get('state') ?? ''
    await browser.get(`/api/auth/callback/signin?${new URLSearchParams({ code: 'a-code', state })}`)
    const credentials = Buffer.from('signin-client:marked-signin-secret').toString('base64')
    expect(basic.state.secret).toBe(`Basic ${credentials}`)
  } finally {
    await alone.stop()
    basic.stop()
  }
})

test('opens no session with a forged id token or a foreign state', async () => {
  const profile = { sub: 'p-4', email: 'forged@example.test', email_verified: true, name: 'F' }
  const forged = await signInAs(profile, true)
  expect(forged.browser.session()).toBe('')
  expect(forged.back.status).toBe(302)
  const stranger = harness.browser()
  const back = await stranger.get('/api/auth/callback/signin?code=a-code&state=made-up')
  expect(back.status).toBeLessThan(500)
  expect(stranger.session()).toBe('')
})

test('shows the provider but never its secret', async () => {
  expect((await harness.browser().get('/api/auth-providers')).body).toEqual({
    signin: true,
    passkey: true,
  })
  expect(provider.state.secret).toContain('marked-signin-secret')
  expect(harness.log.text()).not.toContain('marked-signin-secret')
})

test('boots and signs in with passwords while the provider does not respond', async () => {
  const alone = await startHarness({
    SIGNIN_OAUTH_CLIENT_ID: 'signin-client',
    SIGNIN_OAUTH_CLIENT_SECRET: 'marked-signin-secret',
    SIGNIN_ISSUER_URL: 'http://127.0.0.1:1',
  })
  try {
    const ada = await alone.signUp()
    expect(ada.session()).not.toBe('')
    const answer = await alone.browser().post('/api/auth/sign-in/social', { provider: 'signin' })
    expect(answer.status).toBe(404)
  } finally {
    await alone.stop()
  }
})

test('offers a provider that starts after the boot to the next user who signs in with it', async () => {
  const late = await startProvider()
  const { port } = new URL(late.state.issuer)
  late.stop()
  const alone = await startHarness({
    SIGNIN_OAUTH_CLIENT_ID: 'signin-client',
    SIGNIN_OAUTH_CLIENT_SECRET: 'marked-signin-secret',
    SIGNIN_ISSUER_URL: late.state.issuer,
  })
  const back = await startProvider(Number(port))
  try {
    const answer = await alone.browser().post('/api/auth/sign-in/social', { provider: 'signin' })
    expect([answer.status, new URL(answer.at('url')).origin]).toEqual([200, late.state.issuer])
  } finally {
    back.stop()
    await alone.stop()
  }
})
