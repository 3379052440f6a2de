import { createAuthenticator } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Founder, type Harness, origin, startHarness } from '../../../test/harness.ts'

let harness: Harness
let ada: Founder
let routes: Array<{ method: string; path: string; fields: string[] }>

const Body = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })
const Document = z.object({
  extra: z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
const Operation = z.looseObject({
  requestBody: z
    .object({ content: z.record(z.string(), z.looseObject({ schema: Body.optional() })) })
    .optional(),
})

beforeAll(async () => {
  harness = await startHarness()
  ada = await harness.founder()
  const document = Document.parse(
    await (await fetch(`${harness.service.internalUrl}/openapi.json`)).json(),
  )
  routes = Object.entries(document.extra.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = Operation.parse(operation).requestBody?.content ?? {}
      const schema = Object.values(content)[0]?.schema
      return { method: method.toUpperCase(), path, fields: Object.keys(schema?.properties ?? {}) }
    }),
  )
})
afterAll(() => harness.stop())

const wrong: unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  'x',
  '\0',
  '\ud800',
  'a@example.test',
  'x'.repeat(100_000),
  [],
  [null],
  ['x'],
  {},
  { id: 'x' },
  { a: { b: { c: [] } } },
  [[]],
  { length: -1 },
  { toString: 1 },
]

const wrongAlone: unknown[] = [null, 1e308, '\0', 'x'.repeat(100_000), ['x'], { id: 'x' }]

/**
 * Returns one body with all fields wrong, then bodies with every field wrong in the same way, then
 * bodies with one wrong field and texts in the others.
 */
function bodiesFor(fields: readonly string[]): string[] {
  const texts = Object.fromEntries(fields.map((field) => [field, 'x']))
  const whole = [...wrong, '{', ''].map((value) =>
    value === '{' || value === '' ? value : JSON.stringify(value),
  )
  const same = wrong.map((value) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))),
  )
  const single = fields.flatMap((field) =>
    wrongAlone.map((value) => JSON.stringify({ ...texts, [field]: value })),
  )
  return [...new Set([...whole, ...same, ...single])].map(String)
}

const send = async (
  method: string,
  path: string,
  body: string | undefined,
  cookie: string | undefined,
) => {
  const response = await fetch(`${harness.service.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      origin,
      'content-type': 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw new Error(`${method} ${path.slice(0, 100)} ${body?.slice(0, 100)} has no answer`, {
      cause: error,
    })
  })
  return { status: response.status, text: await response.text() }
}

test('responds to a wrong body or query without a 500, signed in or not', async () => {
  expect(routes.length).toBeGreaterThan(45)
  const failed: string[] = []
  const cookie = `atrium.session_token=${ada.session()}`
  // Leaves out routes that would end the session or delete the org the other routes need.
  for (const { method, path, fields } of routes.filter(
    (route) => !/sign-out|revoke-sessions|revoke-other/.test(route.path),
  )) {
    const url = path.replace(/\{\w+\}/g, 'x')
    const tries =
      method === 'GET'
        ? [
            '',
            '?id=',
            '?id[]=1&id[]=2',
            '?organizationId=%00',
            `?id=${'x'.repeat(5_000)}`,
            '?limit=-1&offset=x',
            '?limit=1e99',
          ]
        : bodiesFor(fields)
    for (const tried of tries) {
      const [query, body] = method === 'GET' ? [tried, undefined] : ['', tried]
      const answers = [await send(method, url + query, body, cookie)]
      // A body that is refused with a session is refused in the same way without one, or with 401.
      if (body === undefined || !answers[0]?.text.includes('"validation_failed"'))
        answers.push(await send(method, url + query, body, undefined))
      for (const { status, text } of answers) {
        if (status >= 500)
          failed.push(`${method} ${url} ${tried.slice(0, 120)} → ${status} ${text.slice(0, 200)}`)
      }
    }
  }
  expect(failed).toEqual([])
  expect((await harness.resolve({ sessionCookie: ada.session() })).outcome).toBe('authenticated')
}, 600_000)

const passkeys = '/api/auth/passkey'

/** Yields copies of the response with one value replaced in each. */
function* spoiled(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield [...path, key]
    yield* spoiled(inner, [...path, key])
  }
}
function replaced(value: unknown, [key = '', ...rest]: string[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [key]: rest.length === 0 ? by : replaced(Reflect.get(value, key), rest, by) }
}
const junk: unknown[] = [
  null,
  0,
  '',
  'x',
  '!!!',
  'AAAA',
  'x'.repeat(2_000),
  [],
  {},
  'oGd0ZXN0',
  'v2Fh',
  '{}',
  'bnVsbA',
  'e30',
]

test('responds with 4xx when any part of a passkey response is malformed', async () => {
  const owner = await harness.signUp()
  const authenticator = createAuthenticator()
  const register = async () => {
    const options = await owner.get(`${passkeys}/generate-register-options`)
    return authenticator.register({ challenge: options.at('challenge'), rpId: 'localhost', origin })
  }
  const first: unknown = await register()
  const failed: string[] = []
  const check = (
    what: string,
    path: string[],
    value: unknown,
    answer: { status: number; text: string },
  ) => {
    if (answer.status >= 500) {
      failed.push(`${what} ${path.join('.')} ${JSON.stringify(value).slice(0, 40)} ${answer.text}`)
    }
  }
  for (const path of spoiled(first)) {
    for (const value of junk) {
      const response = replaced(await register(), path, value)
      check(
        'register',
        path,
        value,
        await owner.post(`${passkeys}/verify-registration`, { response }),
      )
    }
  }
  // A replacement without effect has registered the passkey. The second attempt is therefore
  // rejected.
  const again = await owner.post(`${passkeys}/verify-registration`, { response: await register() })
  expect([200, 400], again.text).toContain(again.status)
  const twice = await owner.post(`${passkeys}/verify-registration`, { response: await register() })
  expect([twice.status, twice.at('reason')], twice.text).toEqual([
    400,
    'FAILED_TO_VERIFY_REGISTRATION',
  ])
  const browser = harness.browser()
  const authenticate = async () => {
    const options = await browser.get(`${passkeys}/generate-authenticate-options`)
    return authenticator.authenticate({
      challenge: options.at('challenge'),
      rpId: 'localhost',
      origin,
    })
  }
  for (const path of spoiled(await authenticate())) {
    for (const value of junk) {
      const response = replaced(await authenticate(), path, value)
      check(
        'sign in',
        path,
        value,
        await browser.post(`${passkeys}/verify-authentication`, { response }),
      )
    }
  }
  expect(failed).toEqual([])
}, 600_000)

test('rejects JSON with too many levels or values before better-auth walks through it', async () => {
  for (const value of [
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `[${'{},'.repeat(150_000)}{}]`,
  ]) {
    const body = `{"name":"Name","slug":"slug","metadata":{"a":${value}}}`
    const { status, body: problem } = await ada.post('/api/auth/organization/create', body)
    expect({ status, problem }).toMatchObject({
      status: 400,
      problem: { code: 'validation_failed' },
    })
  }
})
