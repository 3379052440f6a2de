import { afterAll, expect, test } from 'vitest'
import { type Answer, startHarness } from '../../../test/harness.ts'

const harness = await startHarness({ RATE_LIMITS: 'on' })
afterAll(() => harness.stop())

function toProblem(answer: Answer, status: number) {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^urn:/),
    title: expect.any(String),
    status,
    detail: expect.stringMatching(/./),
    requestId: answer.headers.get('x-request-id'),
  })
  return answer.body
}

test("responds to a wrong password with a problem that keeps better-auth's message and code", async () => {
  const { email } = await harness.signUp()
  const answer = await harness
    .browser()
    .post('/api/auth/sign-in/email', { email, password: 'not the one' })
  expect(toProblem(answer, 401)).toMatchObject({
    code: 'invalid_credentials',
    detail: 'Invalid email or password',
    message: 'Invalid email or password',
    reason: 'INVALID_EMAIL_OR_PASSWORD',
  })
})

test("says what is missing if better-auth's error has no body", async () => {
  const answer = await harness
    .browser()
    .post('/api/auth/organization/create', { name: 'Org', slug: 'org' })
  expect(toProblem(answer, 401)).toMatchObject({ code: 'unauthenticated', detail: 'Sign in first' })
})

test('names the invalid fields, whether better-auth or the platform found them', async () => {
  const browser = harness.browser()
  const fields = await browser.post('/api/auth/sign-in/email', { email: 5 })
  expect(toProblem(fields, 400)).toMatchObject({
    code: 'validation_failed',
    errors: [
      { path: 'email', message: expect.any(String) },
      { path: 'password', message: expect.any(String) },
    ],
  })
  const short = await browser.post('/api/auth/sign-up/email', {
    name: 'A',
    email: 'a@b.test',
    password: 'short',
  })
  expect(toProblem(short, 400)).toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'password' }],
  })
  expect(toProblem(await browser.post('/api/auth/sign-in/email', '{'), 400)).toMatchObject({
    code: 'validation_failed',
  })
})

test.each([
  [403, 'forbidden', 'organization/set-active', { organizationId: 'org_of_others' }],
  [404, 'not_found', 'api-key/delete', { keyId: 'key_of_others' }],
  [400, 'no_active_org', 'api-key/create', { name: 'no org' }],
  [400, 'organization_already_exists', 'organization/create', { name: 'Org', slug: 'taken' }],
] as const)('turns a %i into a problem with the code %s', async (status, code, path, body) => {
  const other = await harness.signUp()
  await other.post('/api/auth/organization/create', { name: 'Org', slug: 'taken' })
  const user = await harness.signUp()
  expect(toProblem(await user.post(`/api/auth/${path}`, body), status)).toMatchObject({ code })
})

test('says how long to wait when there were too many attempts', async () => {
  let answer = await harness
    .browser()
    .post('/api/auth/request-password-reset', { email: 'a@b.test' })
  for (let n = 0; n < 8 && answer.status !== 429; n += 1) {
    answer = await harness.browser().post('/api/auth/request-password-reset', { email: 'a@b.test' })
  }
  expect(toProblem(answer, 429)).toMatchObject({ code: 'rate_limited' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('x-retry-after')).toBe(answer.headers.get('retry-after'))
})
