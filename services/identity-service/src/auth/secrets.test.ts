import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { createPasswordHashing } from './passwords/password-hashing.ts'

let harness: Harness
const answers: string[] = []
beforeAll(async () => {
  const env = {
    LOG_LEVEL: 'trace',
    AUTH_SESSION_SECRET: 'marked-session-secret-0123456789abcdef0123456789',
    EMAIL_API_KEY: undefined,
  }
  harness = await startHarness(env, createPasswordHashing)
})
afterAll(() => harness.stop())

test('keeps hashes, keys, tokens and secrets out of logs and foreign responses', async () => {
  const password = 'marked-password-of-ada'
  const browser = harness.browser()
  const body = { name: 'Ada', email: 'ada@example.test', password }
  const keep = async (answer: Promise<{ text: string }>): Promise<void> =>
    void answers.push((await answer).text)
  await keep(browser.post('/api/auth/sign-up/email', body))
  await keep(browser.post('/api/auth/sign-up/email', body))
  await keep(browser.post('/api/auth/organization/create', { name: 'Org', slug: 'secrets' }))
  const created = await browser.post('/api/auth/api-key/create', { name: 'ci' })
  const key = created.at('key')
  for (const path of [
    'get-session',
    'list-accounts',
    'api-key/list',
    `api-key/get?id=${created.at('id')}`,
    'organization/list',
    'organization/get-full-organization',
    'organization/list-members?filterField=password&filterValue=x',
    'organization/list-members?sortBy=token',
    'passkey/list-user-passkeys',
  ]) {
    await keep(browser.get(`/api/auth/${path}`))
  }
  await keep(browser.post('/api/auth/api-key/update', { keyId: created.at('id'), name: 'renamed' }))
  await keep(browser.post('/api/auth/update-user', { name: 'Ada L.' }))
  await keep(browser.post('/api/auth/request-password-reset', { email: body.email }))
  await keep(
    browser.post('/api/auth/sign-in/email', { email: body.email, password: `${password}!` }),
  )
  await keep(
    browser.post('/api/auth/change-password', {
      currentPassword: 'wrong',
      newPassword: 'marked-new-one',
    }),
  )
  await harness.resolve({ apiKey: key })
  await harness.resolve({ sessionCookie: browser.session() })

  const { rows: hashes } = await harness.rows<{ secret: string }>(
    `select password as secret from account union all select key from apikey
      union all select substring(identifier from 16) from verification`,
  )
  const { rows: tokens } = await harness.rows<{ secret: string }>(
    'select token as secret from session',
  )
  expect(hashes.length).toBeGreaterThanOrEqual(3)
  const log = harness.log.text()
  expect(log).toContain('"op":"auth"')
  const secrets = [...hashes, ...tokens].map(({ secret }) => secret)
  for (const secret of [
    ...secrets,
    password,
    key,
    'marked-session-secret',
    'marked-new-one',
    browser.session(),
  ]) {
    expect(log.includes(secret), `the log has ${secret}`).toBe(false)
  }
  const text = answers.join('\n')
  for (const secret of [
    ...hashes.map(({ secret: hash }) => hash),
    password,
    key,
    'marked-session-secret',
  ]) {
    expect(text.includes(secret), `an answer has ${secret}`).toBe(false)
  }
})

test('opens no session with a session token if its signature is missing', async () => {
  const browser = await harness.signUp()
  const { body } = await browser.get('/api/auth/get-session')
  const token = (body as { session: { token: string } }).session.token
  expect((await harness.resolve({ sessionCookie: token })).outcome).toBe('rejected')
  const bearer = await harness
    .browser()
    .get('/api/auth/get-session', { authorization: `Bearer ${token}` })
  expect(bearer.body).toBe('null')
})
