import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { goodCookie, goodKey, startTestGateway } from '../test/harness.ts'
import { sendRaw } from '../test/send-raw.ts'

const gateway = await startTestGateway({ overrides: { LOG_LEVEL: 'error' } })
afterAll(() => gateway?.stop())

const stack = /\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+/
const statusLine = /^HTTP\/1\.1 (\d{3})/

/**
 * Expects a complete response below 500 without internals, and a connection that closes in time.
 */
async function neverBreaks(head: readonly string[], body = ''): Promise<number> {
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')
  const answer = await sendRaw(gateway.port, bytes)
  const status = Number(statusLine.exec(answer)?.[1])
  expect(status, `${head.join('|')} -> ${answer.slice(0, 300)}`).toBeGreaterThanOrEqual(200)
  expect(status, `${head.join('|')} -> ${answer.slice(0, 300)}`).toBeLessThan(500)
  expect(answer).not.toMatch(stack)
  return status
}

const close = ['host: x', 'connection: close']
const runs = { numRuns: 250 }
const odd = fc.constantFrom(
  '..',
  '.',
  '',
  '%2e%2e',
  '%2E',
  '%2f',
  '%5c',
  '%00',
  '%',
  '%zz',
  '%c0%ae',
  '%252e',
  '\\',
  ';x=1',
  '//',
  '*',
  'api',
  'assets',
  'auth',
  'me',
  'tasks',
  'pub',
  'priv',
  'sign-in',
  'email',
  'org_1',
  ':',
  '@',
  '#',
  '?',
  'é',
)
const piece = fc.oneof(odd, fc.webSegment(), fc.string({ maxLength: 12 }).map(encodeURIComponent))
const start = fc.constantFrom(
  '/',
  '/api/',
  '/api/assets/',
  '/api/auth/',
  '/api/tasks/',
  '/api/docs/',
  'http://x/',
  '//',
)
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
)

test('responds to any path below 500, and reaches no service outside its prefix', {
  timeout: 120_000,
}, async () => {
  const belongs = {
    identity: /^\/api\/(auth|me|orgs)/,
    assets: /^\/api\/assets/,
    board: /^\/api\/(tasks|links|templ|sites|quotes|public)/,
  }
  await fc.assert(
    fc.asyncProperty(
      method,
      start,
      fc.array(piece, { maxLength: 6 }),
      async (verb, from, pieces) => {
        for (const name of ['identity', 'assets', 'board'] as const) gateway[name].reset()
        await neverBreaks([`${verb} ${from}${pieces.join('/')} HTTP/1.1`, ...close])
        for (const name of ['identity', 'assets', 'board'] as const) {
          for (const { url } of gateway[name].received) {
            expect(url).toMatch(belongs[name])
            // The asset service gets the path as the client wrote it, so a URL parser may resolve it.
            if (name !== 'assets') expect(new URL(url, 'http://x').pathname).toMatch(belongs[name])
          }
        }
      },
    ),
    runs,
  )
})

const value = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.base64String({ maxLength: 200 }),
  fc.constantFrom(
    '',
    '"',
    '=',
    ';;;',
    'null',
    'x'.repeat(5_000),
    '0',
    '-1',
    '1e9',
    'gzip, chunked',
    '*/*',
    'a, b, c',
  ),
)
const header = fc.tuple(
  fc.constantFrom(
    'cookie',
    'x-api-key',
    'authorization',
    'origin',
    'x-request-id',
    'traceparent',
    'tracestate',
    'forwarded',
    'x-forwarded-for',
    'x-atrium-principal',
    'idempotency-key',
    'if-none-match',
    'range',
    'content-type',
    'te',
    'accept',
    'connection',
    'keep-alive',
    'upgrade',
    'expect',
    'access-control-request-method',
    'x-y',
    'access-control-request-headers',
    'host',
    'content-length',
    'transfer-encoding',
    'trailer',
    'via',
  ),
  value,
)

test('responds to any headers below 500', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'HEAD', 'OPTIONS'),
      fc.constantFrom(
        '/api/me',
        '/api/health',
        '/api/config',
        '/api/tasks',
        '/api/assets/o/pub/k',
        '/api/nothing',
      ),
      fc.array(header, { maxLength: 5 }),
      async (verb, path, headers) => {
        const lines = headers
          .filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding')
          .map(([name, text]) => `${name}: ${text.replace(/[\r\n\0]/g, '')}`)
        await neverBreaks([`${verb} ${path} HTTP/1.1`, ...close, ...lines])
      },
    ),
    runs,
  )
})

test('responds to any cookie with success or 401', { timeout: 120_000 }, async () => {
  const name = fc.constantFrom(
    'atrium.session_token',
    '__Secure-atrium.session_token',
    'atrium.session_data',
    'theme',
  )
  const cookie = fc.oneof(value, fc.constantFrom('good', 'good2', '%', '%zz', 'a%00b', '"good"'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, cookie), { maxLength: 4 }), async (pairs) => {
      const text = pairs
        .map(([key, text]) => `${key}=${text}`)
        .join('; ')
        .replace(/[\r\n\0]/g, '')
      const status = await neverBreaks(['GET /api/tasks HTTP/1.1', ...close, `cookie: ${text}`])
      expect([200, 400, 401]).toContain(status)
    }),
    runs,
  )
})

test('responds to any body framing below 500, or closes the connection', {
  timeout: 120_000,
}, async () => {
  const framing = fc.constantFrom(
    'content-length: 5',
    'content-length: 0',
    'content-length: -1',
    'content-length: 5x',
    'content-length: 99999999999',
    'transfer-encoding: chunked',
    'transfer-encoding: gzip',
    'transfer-encoding: chunked, identity',
    'expect: 100-continue',
    'content-type: application/json',
    'content-type: multipart/form-data',
    'content-encoding: gzip',
  )
  const body = fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.constantFrom('hello', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '0\r\n\r\n', '{}'),
  )
  const caller = fc.constantFrom(
    '',
    `x-api-key: ${goodKey}`,
    `cookie: ${goodCookie}`,
    'x-api-key: bad',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'GET', 'DELETE'),
      fc.constantFrom('/api/tasks', '/api/assets', '/api/auth/sign-in/email', '/api/nothing'),
      fc.array(framing, { maxLength: 3 }),
      caller,
      body,
      async (verb, path, lines, who, text) => {
        const head = [`${verb} ${path} HTTP/1.1`, ...close, ...lines, ...(who === '' ? [] : [who])]
        // This test does not care about bytes after the end of a body. A body that never ends is
        // cut here.
        const answer = await sendRaw(
          gateway.port,
          `${head.join('\r\n')}\r\n\r\n${text}`,
          500,
        ).catch(() => '')
        const status = /HTTP\/1\.1 (?!100)(\d{3})/.exec(answer)?.[1]
        if (status !== undefined)
          expect(Number(status), `${head.join('|')} ${text}`).toBeLessThan(500)
        expect(answer).not.toMatch(stack)
      },
    ),
    { numRuns: 40 },
  )
})

test('logs no internal error during all these requests', () => {
  expect(gateway.log.lines).toEqual([])
})
