import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './harness.ts'

// The tests call the platform at 127.0.0.1 while API_URL says localhost, as after `npm start`.
let platform: TestPlatform
let cookie = ''
beforeAll(async () => {
  platform = await startTestPlatform({
    API_URL: 'http://localhost:3000',
    AUTH_BASE_URL: 'http://localhost:3000',
  })
  const response = await signUp('first@example.com')
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(() => platform?.stop())

const post = (path: string, body: object, headers: Record<string, string>) =>
  fetch(platform.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const signUp = (email: string, headers: Record<string, string> = {}) =>
  post(
    '/api/auth/sign-up/email',
    { name: 'Somebody', email, password: 'long enough a password' },
    headers,
  )
const createOrg = (slug: string, headers: Record<string, string>) =>
  post('/api/auth/organization/create', { name: 'An organisation', slug }, { cookie, ...headers })

test('signs up without an origin, or with the requested host, the API’s or the dashboard’s', async () => {
  expect(cookie).toContain('atrium.session_token=')
  const origins = [platform.baseUrl, 'http://localhost:3000', 'http://localhost:5000']
  for (const [at, origin] of origins.entries()) {
    const response = await signUp(`origin-${at}@example.com`, { origin })
    expect([origin, response.status]).toEqual([origin, 200])
  }
})

test('accepts a change with a session only if its origin is one of these', async () => {
  const origins = [platform.baseUrl, 'http://localhost:3000', 'http://localhost:5000']
  for (const [at, origin] of origins.entries()) {
    expect([origin, (await createOrg(`own-${at}`, { origin })).status]).toEqual([origin, 200])
  }
  expect((await createOrg('none', {})).status).toBe(403)
  expect((await createOrg('foreign', { origin: 'https://evil.example.com' })).status).toBe(403)
})
