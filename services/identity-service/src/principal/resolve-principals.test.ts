import { eventually } from '@atrium/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Founder, type Harness, startHarness } from '../../test/harness.ts'
import { readSessionToken, signedCookieValue } from './credentials.ts'

let harness: Harness
let ada: Founder
beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: 'Boss@Example.test, second@example.test' })
  ada = await harness.founder()
})
afterAll(() => harness.stop())

const day = 86_400_000
const readOutcome = async (credentials: { sessionCookie?: string; apiKey?: string }) =>
  (await harness.resolve(credentials)).outcome

test('resolves an anonymous caller if there is no credential, and rejects an empty or unknown one', async () => {
  expect(await readOutcome({})).toBe('anonymous')
  expect(await readOutcome({ sessionCookie: '' })).toBe('rejected')
  expect(await readOutcome({ apiKey: '' })).toBe('rejected')
  expect(await readOutcome({ apiKey: `atr_${'a'.repeat(64)}` })).toBe('rejected')
})

test('accepts a cookie percent-encoded or plain if its signature is right', async () => {
  const cookie = ada.session()
  const plain = decodeURIComponent(cookie)
  const [token = '', signature = ''] = plain.split('.')
  expect(await readOutcome({ sessionCookie: cookie })).toBe('authenticated')
  expect(await readOutcome({ sessionCookie: plain })).toBe('authenticated')
  const forged = [
    token,
    `${token}.`,
    `.${signature}`,
    `${token}.${signature.slice(0, -1)}`,
    `${token}.${'A'.repeat(43)}=`,
    `${token}x.${signature}`,
    signedCookieValue(token, 'another secret'),
    signedCookieValue('a token that nobody has', harness.env['AUTH_SESSION_SECRET'] ?? ''),
    `${cookie}%`,
    '%',
  ]
  for (const sessionCookie of forged) {
    expect(await readOutcome({ sessionCookie }), sessionCookie).toBe('rejected')
  }
})

test('rejects an expired session', async () => {
  const browser = await harness.signUp()
  await harness.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where('userId', '=', browser.userId)
    .execute()
  expect(await readOutcome({ sessionCookie: browser.session() })).toBe('rejected')
})

test('marks a user as admin if the allowlist contains the address in upper or lower case', async () => {
  const boss = await harness.signUp('Boss', 'bOSS@example.test')
  expect(await harness.resolve({ sessionCookie: boss.session() })).toMatchObject({
    principal: { isAdmin: true },
  })
})

test('rejects garbage credentials without an error', async () => {
  const signature = ada.session().split('.')[1] ?? ''
  const garbage = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.string().map((text) => `${text}.${signature}`),
    fc.string().map((text) => `atr_${text}`),
    fc
      .string({ unit: fc.constantFrom('a', 'Z'), minLength: 64, maxLength: 64 })
      .map((text) => `atr_${text}`),
    fc
      .nat({ max: 100 })
      .map((cut) => ada.session().slice(0, Math.min(cut, ada.session().length - 1))),
  )
  await fc.assert(
    fc.asyncProperty(garbage, fc.boolean(), async (value, asKey) => {
      const credentials = asKey ? { apiKey: value } : { sessionCookie: value }
      expect(await readOutcome(credentials)).toBe('rejected')
    }),
    { numRuns: 150 },
  )
  expect(harness.log.text()).not.toContain('"level":50')
})

test('reads every signed token back unchanged', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9]{1,64}$/),
      fc.string({ minLength: 1 }),
      (token, secret) => {
        expect(readSessionToken(signedCookieValue(token, secret), secret)).toBe(token)
        expect(readSessionToken(signedCookieValue(token, `${secret}.`), secret)).toBeUndefined()
      },
    ),
  )
})

const readExpiry = async (userId: string): Promise<number> => {
  const row = await harness.db
    .selectFrom('session')
    .select('expiresAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return row.expiresAt.getTime()
}

async function aged(leftDays: number, totalDays = 7) {
  const browser = await harness.signUp()
  const expiresAt = new Date(Date.now() + leftDays * day)
  const createdAt = new Date(expiresAt.getTime() - totalDays * day)
  await harness.db
    .updateTable('session')
    .set({ expiresAt, createdAt })
    .where('userId', '=', browser.userId)
    .execute()
  const resolved = await harness.resolve({ sessionCookie: browser.session() })
  if (resolved.outcome !== 'authenticated') throw new Error(resolved.outcome)
  return { browser, principal: resolved.principal, expiresAt: expiresAt.getTime() }
}

test('extends the session row and the cookie once when GET /api/me is called after a day', async () => {
  const { browser, principal } = await aged(5.5)
  const answer = await harness.as(principal, 'GET', '/api/me')
  const [cookie] = answer.headers.getSetCookie()
  expect(cookie).toBe(
    `atrium.session_token=${browser.session()}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
  )
  expect(await readExpiry(browser.userId)).toBeGreaterThan(Date.now() + 6.9 * day)
  expect((await harness.as(principal, 'GET', '/api/me')).headers.getSetCookie()).toEqual([])
})

test('does not prolong a session that is fresh or not remembered', async () => {
  for (const { browser, principal, expiresAt } of [await aged(6.5), await aged(0.3, 1)]) {
    expect((await harness.as(principal, 'GET', '/api/me')).headers.getSetCookie()).toEqual([])
    expect(await readExpiry(browser.userId)).toBe(expiresAt)
  }
})

test('prolongs the session of a client that never calls GET /api/me', async () => {
  const { browser, expiresAt } = await aged(3.5)
  await eventually(async () =>
    expect(await readExpiry(browser.userId)).toBeGreaterThan(expiresAt + day),
  )
})

test('returns no hash and no token in a principal', async () => {
  const resolved = await harness.resolve({ sessionCookie: ada.session() })
  const { token } = await harness.db
    .selectFrom('session')
    .select('token')
    .where('userId', '=', ada.userId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(resolved)).not.toContain(token)
})

test('returns a batch in order, with good, bad and repeated credentials', async () => {
  const bob = await harness.founder()
  const credentials = [
    { sessionCookie: ada.session() },
    {},
    { sessionCookie: 'forged' },
    { sessionCookie: bob.session() },
    { apiKey: `atr_${'a'.repeat(64)}`, sessionCookie: ada.session() },
    { sessionCookie: ada.session() },
  ]
  const one = await Promise.all(credentials.map((each) => harness.resolve(each)))
  expect(await harness.resolveAll(credentials)).toEqual(one)
  expect(one.map(({ outcome }) => outcome)).toEqual([
    'authenticated',
    'anonymous',
    'rejected',
    'authenticated',
    'rejected',
    'authenticated',
  ])
  expect(new Set(one.map((each) => ('principal' in each ? each.principal.userId : ''))).size).toBe(
    3,
  )
})

test("returns each caller's own record when many ask at once", async () => {
  const people = [
    ada,
    ...(await Promise.all([harness.founder(), harness.founder(), harness.founder()])),
  ]
  const answers = await Promise.all(
    [...people, ...people, ...people].map(async (person) => {
      const resolved = await harness.resolve({ sessionCookie: person.session() })
      if (resolved.outcome !== 'authenticated') throw new Error(resolved.outcome)
      const answer = await harness.as(resolved.principal, 'GET', '/api/me')
      return [person.email, (answer.body as { user: { email: string } }).user.email]
    }),
  )
  for (const [asked, answered] of answers) expect(answered).toBe(asked)
})

test('rejects a key with invalid scopes without affecting other callers', async () => {
  const owner = await harness.founder()
  const [good, odd] = [
    await owner.post('/api/auth/api-key/create', {
      name: 'good',
      metadata: { scopes: ['board:read'] },
    }),
    await owner.post('/api/auth/api-key/create', { name: 'odd' }),
  ]
  for (const scopes of ['"deploy"', '["deploy"]', '[1]', '{}', '[]']) {
    await harness.rows(`update apikey set metadata =
      (metadata::jsonb || '{"scopes": ${scopes}}')::text where id = '${odd.at('id')}'`)
    const [first, second] = await harness.resolveAll([
      { apiKey: odd.at('key') },
      { apiKey: good.at('key') },
    ])
    expect(first, scopes).toEqual({ outcome: 'rejected' })
    expect(second).toMatchObject({
      outcome: 'authenticated',
      principal: { scopes: ['board:read'] },
    })
  }
})
