import { afterAll, expect, test } from 'vitest'
import { origin, password, readAnswer, startHarness } from '../../test/harness.ts'
import { createPasswordHashing } from './passwords/password-hashing.ts'

const harness = await startHarness({}, createPasswordHashing)
afterAll(() => harness.stop())

const readPrincipal = async (session: string) => {
  const resolved = await harness.resolve({ sessionCookie: session })
  return resolved.outcome === 'authenticated' ? resolved.principal : resolved.outcome
}

test('makes a new user the owner of the org they create', async () => {
  const ada = await harness.founder('Ada')
  const principal = await readPrincipal(ada.session())
  expect(principal).toMatchObject({
    userId: ada.userId,
    orgId: ada.orgId,
    role: 'owner',
    via: 'session',
    isAdmin: false,
  })
  if (typeof principal === 'string') return
  const me = await harness.as(principal, 'GET', '/api/me')
  expect(me.status).toBe(200)
  expect(me.body).toEqual({
    user: { id: ada.userId, name: 'Ada', email: ada.email, isAdmin: false },
    org: { id: ada.orgId, name: 'Org', slug: expect.stringMatching(/^org-/), role: 'owner' },
    via: 'session',
  })
})

test('signs in on sign-up, with a single cookie', async () => {
  const browser = harness.browser()
  const answer = await browser.post('/api/auth/sign-up/email', {
    name: 'Ada',
    email: 'Ada.Cookie@Example.test',
    password,
  })
  expect(answer.body).toMatchObject({
    user: { email: 'ada.cookie@example.test', emailVerified: false },
  })
  const [line] = answer.headers.getSetCookie()
  expect(answer.headers.getSetCookie()).toHaveLength(1)
  expect(line).toMatch(/^atrium\.session_token=[^;]+;/)
  expect(line).toMatch(/; Max-Age=604800/)
  expect(line).toMatch(/; HttpOnly/)
  expect(line).toMatch(/; SameSite=Lax/)
  expect(line).not.toMatch(/Secure/)
  expect(answer.at('user.id')).toMatch(/^usr_[0-9a-f]{32}$/)
  expect(await readPrincipal(browser.session())).toMatchObject({ userId: answer.at('user.id') })
})

test("keeps the cookie's name and marks it Secure in production", async () => {
  const production = await startHarness({
    NODE_ENV: 'production',
    API_URL: 'https://api.example.test',
    AUTH_BASE_URL: 'https://api.example.test',
    ASSETS_UPLOAD_DIR: '/tmp/unused',
  })
  try {
    const browser = await production.signUp()
    const answer = await browser.post('/api/auth/sign-in/email', { email: browser.email, password })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^atrium\.session_token=.*; Secure/)
    expect((await production.resolve({ sessionCookie: browser.session() })).outcome).toBe(
      'authenticated',
    )
  } finally {
    await production.stop()
  }
})

test('signs an address up once, even if its case differs or attempts are concurrent', async () => {
  const email = 'twice@example.test'
  const body = (address: string) => ({ name: 'Ada', email: address, password })
  const answers = await Promise.all(
    ['twice@example.test', 'Twice@Example.test', 'TWICE@EXAMPLE.TEST', email, email, email].map(
      (address) => harness.browser().post('/api/auth/sign-up/email', body(address)),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  const users = await harness.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .execute()
  expect(users).toHaveLength(1)
})

test('completes more concurrent sign-ups than there are connections', async () => {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      harness.browser().post('/api/auth/sign-up/email', {
        name: 'Ada',
        email: `crowd${n}@example.test`,
        password,
      }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(16).fill(200))
})

test.each([
  [{}, 400],
  [{ name: 'A', email: 'no-address', password }, 400],
  [{ name: 'A', email: 'short@example.test', password: 'short' }, 400],
  [{ name: 'A', email: 'long@example.test', password: 'x'.repeat(200) }, 400],
  [{ name: '\u200b\u3164', email: 'unseen@example.test', password }, 400],
  [{ name: 'A', email: 'info@müller.example.test\r\nBcc: x@example.test', password }, 400],
  [{ name: 'x'.repeat(201), email: 'name@example.test', password }, 400],
  [{ name: 'A', email: `${'x'.repeat(300)}@example.test`, password }, 400],
  ['{', 400],
])('checks a sign-up that sends %j: returns %i', async (body, status) => {
  const answer = await harness.browser().post('/api/auth/sign-up/email', body)
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ message: expect.any(String) })
})

test('treats an address with blanks or an international domain as one account in every form', async () => {
  const browser = harness.browser()
  const signedUp = await browser.post('/api/auth/sign-up/email', {
    name: 'Ada',
    email: ' Info@Müller.example.test ',
    password,
  })
  expect([signedUp.status, signedUp.at('user.email')]).toEqual([
    200,
    'info@xn--mller-kva.example.test',
  ])
  for (const email of [
    'info@müller.example.test',
    'info@xn--mller-kva.example.test',
    ' info@MÜLLER.example.test',
  ]) {
    const answer = await harness.browser().post('/api/auth/sign-in/email', { email, password })
    expect([answer.status, answer.at('user.id')]).toEqual([200, signedUp.at('user.id')])
  }
  const again = await harness.browser().post('/api/auth/sign-up/email', {
    name: 'Eve',
    email: 'info@müller.example.test',
    password,
  })
  expect(again.status).toBe(422)
  const founder = await harness.founder()
  const invited = await founder.post('/api/auth/organization/invite-member', {
    email: 'info@müller.example.test ',
    role: 'member',
  })
  expect([invited.status, invited.at('email')]).toEqual([200, 'info@xn--mller-kva.example.test'])
})

test('ignores a verified address or admin mark in a sign-up', async () => {
  const browser = harness.browser()
  const answer = await browser.post('/api/auth/sign-up/email', {
    name: 'A',
    email: 'marks@example.test',
    password,
    emailVerified: true,
    signedUpAsAdmin: true,
  })
  expect(answer.status).toBe(400)
  expect(
    await harness.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', 'marks@example.test')
      .execute(),
  ).toEqual([])
})

test('responds in the same way to a wrong password and an unknown address', async () => {
  const ada = await harness.signUp()
  // The request id is the only value that differs between two problems.
  const named = { 'x-request-id': 'same-for-both' }
  const attempt = (email: string) =>
    harness.browser().post('/api/auth/sign-in/email', { email, password: 'wrong one' }, named)
  const wrong = await attempt(ada.email)
  const nobody = await attempt('nobody@example.test')
  expect(wrong.status).toBe(401)
  expect(nobody.status).toBe(401)
  expect(nobody.text).toBe(wrong.text)
})

test('ends only the current session at once when the user signs out', async () => {
  const ada = await harness.signUp()
  const elsewhere = await harness.signIn(ada.email)
  const session = ada.session()
  expect((await ada.post('/api/auth/sign-out')).status).toBe(200)
  expect(ada.session()).toBe('')
  expect(await readPrincipal(session)).toBe('rejected')
  expect(await readPrincipal(elsewhere.session())).toMatchObject({ userId: ada.userId })
  expect((await elsewhere.get('/api/auth/get-session')).body).toMatchObject({
    user: { id: ada.userId },
  })
})

test('rejects a revoked session at once because nothing is cached in a cookie', async () => {
  const ada = await harness.signUp()
  const elsewhere = await harness.signIn(ada.email)
  expect([...ada.cookies.keys()]).toEqual(['atrium.session_token'])
  expect((await elsewhere.post('/api/auth/revoke-other-sessions')).status).toBe(200)
  expect(await readPrincipal(ada.session())).toBe('rejected')
  expect((await ada.get('/api/auth/get-session')).body).toBe('null')
  expect((await ada.get('/api/auth/list-sessions')).status).toBe(401)
})

test('requires no Origin without a cookie, and rejects a foreign or missing Origin with one', async () => {
  const url = `${harness.service.url}/api/auth/sign-up/email`
  const send = async (headers: Record<string, string>, email: string) =>
    readAnswer(
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'A', email, password }),
      }),
    )
  expect((await send({}, 'plain@example.test')).status).toBe(200)
  expect((await send({ origin }, 'origin@example.test')).status).toBe(200)
  expect((await send({ origin: 'https://evil.example' }, 'evil@example.test')).status).toBe(403)

  const ada = await harness.signUp()
  const renamed = (headers: Record<string, string>) =>
    fetch(`${harness.service.url}/api/auth/update-user`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `atrium.session_token=${ada.session()}`,
        ...headers,
      },
      body: JSON.stringify({ name: 'Renamed' }),
    })
  expect((await renamed({})).status).toBe(403)
  expect((await renamed({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await renamed({ origin: 'null' })).status).toBe(403)
  expect((await renamed({ origin })).status).toBe(200)
})

test('rejects callback addresses on foreign sites', async () => {
  const ada = await harness.signUp()
  const foreign = 'https://evil.example/catch'
  const asked = await harness
    .browser()
    .post('/api/auth/request-password-reset', { email: ada.email, redirectTo: foreign })
  expect(asked.status).toBe(403)
  const signedIn = await harness
    .browser()
    .post('/api/auth/sign-in/email', { email: ada.email, password, callbackURL: foreign })
  expect(signedIn.status).toBe(403)
  const verify = await harness
    .browser()
    .get(`/api/auth/verify-email?token=x&callbackURL=${foreign}`)
  expect(verify.status).toBe(403)
})

test('responds with a 404 problem if a path is unknown or closed', async () => {
  for (const path of [
    '/api/auth/nothing',
    '/api/auth/reference',
    '/api/auth/open-api/generate-schema',
  ]) {
    const answer = await harness.browser().get(path)
    expect(answer.status, path).toBe(404)
  }
  const answer = await harness.browser().get('/api/auth/nothing')
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.body).toMatchObject({ code: 'not_found' })
})

test('shows the sign-in methods to everybody', async () => {
  expect((await harness.browser().get('/api/auth-providers')).body).toEqual({
    signin: false,
    passkey: true,
  })
})
