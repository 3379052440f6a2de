import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
let cookie = ''
beforeAll(async () => {
  platform = await startTestPlatform({ LOG_LEVEL: 'error' })
  const { email, password } = await signUpNewcomer(platform.baseUrl, 'fuzz')
  const response = await fetch(`${platform.baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
})
afterAll(() => platform?.stop())

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}
interface Received {
  status: number
  body: string
}

/**
 * Sends one raw request. Fails after five seconds. Returns status 0 if Node itself refuses to send
 * it.
 */
const send = (sent: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(platform.baseUrl)
    try {
      const outgoing = request(
        {
          hostname,
          port,
          method: sent.method,
          path: sent.path,
          headers: sent.headers,
          timeout: 5_000,
        },
        (response) => {
          let body = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            body += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
          response.on('error', reject)
        },
      )
      outgoing.on('timeout', () =>
        outgoing.destroy(new Error(`hangs: ${sent.method} ${sent.path}`)),
      )
      outgoing.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE'
          ? resolve({ status: 0, body: '' })
          : reject(error),
      )
      outgoing.end(sent.body)
    } catch {
      resolve({ status: 0, body: '' })
    }
  })

const stack = /\n?\s+at .+:\d+:\d+|node_modules|\.ts:\d+/
async function neverBreaks(sent: Sent): Promise<void> {
  const { status, body } = await send(sent)
  expect(status, `${sent.method} ${sent.path} ${body.slice(0, 200)}`).toBeLessThan(500)
  expect(body).not.toMatch(stack)
}

const paths = [
  '/api/auth/sign-up/email',
  '/api/auth/sign-in/email',
  '/api/auth/organization/create',
  '/api/auth/organization/set-active',
  '/api/auth/organization/invite-member',
  '/api/auth/organization/accept-invitation',
  '/api/auth/api-key/create',
  '/api/auth/update-user',
  '/api/auth/change-password',
  '/api/assets',
  '/api/orgs/x',
  '/api/me',
]
const anyJson = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc
    .record(
      {
        name: fc.anything(),
        email: fc.oneof(fc.emailAddress(), fc.anything()),
        password: fc.anything(),
        slug: fc.anything(),
        organizationId: fc.anything(),
        role: fc.anything(),
        invitationId: fc.anything(),
        userId: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value) ?? 'null'),
)
const runs = { numRuns: 150 }

test('returns no 5xx and no stack, and does not hang, for any body on a JSON route', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
      anyJson,
      fc.boolean(),
      (path, method, body, signedIn) =>
        neverBreaks({
          method,
          path,
          headers: {
            'content-type': 'application/json',
            origin: platform.baseUrl,
            ...(signedIn ? { cookie } : {}),
          },
          body,
        }),
    ),
    runs,
  )
})

test('returns no 5xx and no stack, and does not hang, for any path', {
  timeout: 120_000,
}, async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%00',
      '%',
      '%zz',
      '//',
      '\\',
      'pub',
      'priv',
      'api',
      'assets',
      'auth',
    ),
    fc.webSegment(),
    fc.string({ maxLength: 30 }).map(encodeURI),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/', '/api/', '/api/assets/', '/api/auth/', '/api/orgs/', '/api/connect/'),
      fc.array(piece, { maxLength: 6 }),
      fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND'),
      (start, pieces, method) =>
        neverBreaks({ method, path: start + pieces.join('/').replaceAll(' ', '%20'), headers: {} }),
    ),
    runs,
  )
})

test('returns no 5xx and no stack, and does not hang, for any header or credential', {
  timeout: 120_000,
}, async () => {
  const value = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.base64String({ maxLength: 300 }),
    fc.constantFrom(
      cookie.slice(0, -3),
      `${cookie}x`,
      cookie.toUpperCase(),
      'null',
      '',
      '"',
      '=',
      ';;;',
    ),
  )
  const name = fc.constantFrom(
    'cookie',
    'x-api-key',
    'authorization',
    'origin',
    'x-request-id',
    'traceparent',
    'x-forwarded-for',
    'x-atrium-principal',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'range',
    'content-type',
    'accept',
    'host',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        '/api/me',
        '/api/health',
        '/api/assets/usage',
        '/api/auth/get-session',
        '/api/nothing',
      ),
      fc.dictionary(name, value, { maxKeys: 4 }),
      (path, headers) =>
        neverBreaks({
          method: 'GET',
          path,
          headers: Object.fromEntries(
            Object.entries(headers).map(([key, text]) => [
              key,
              key === 'cookie' && text.length % 2 === 0 ? `atrium.session_token=${text}` : text,
            ]),
          ),
        }),
    ),
    runs,
  )
})

test('returns no 5xx and no stack, and does not hang, for any upload form', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.string({ maxLength: 40 }),
      (bytes, boundary) =>
        neverBreaks({
          method: 'POST',
          path: '/api/assets',
          headers: {
            cookie,
            origin: platform.baseUrl,
            'content-type': `multipart/form-data; boundary=${boundary.replace(/[^\x20-\x7e]/g, '')}`,
          },
          body: Buffer.from(bytes),
        }),
    ),
    runs,
  )
})

test('logs no internal error when requests are hostile', () => {
  expect(platform.log.lines.slice(0, 3)).toEqual([])
})
