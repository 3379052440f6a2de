import type { IncomingMessage } from 'node:http'
import { childTraceparent } from '@atrium/telemetry'
import { expectLinear } from '@atrium/testkit'
import { test } from 'vitest'
import { createCors } from './browser/cors.ts'
import { isAllowedOrigin } from './browser/csrf.ts'
import { createClientFacts } from './caller/client-facts.ts'
import { readSessionCookie, withoutSessionCookies } from './caller/session-cookie.ts'
import { requestHeaders } from './proxy/request-headers.ts'
import { createMatcher } from './routes/find-route.ts'
import { canonicalPath } from './routes/request-target.ts'
import { routeTable } from './routes/route-table.ts'

// Node accepts at most 16 KiB of headers, and as much for the request target.
const largest = 16_384
const fill = (piece: string, size: number): string => piece.repeat(Math.floor(size / piece.length))

const requestWith = (headers: Record<string, string>, rawHeaders: string[] = []) =>
  ({
    headers,
    rawHeaders,
    method: 'GET',
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage
const facts = createClientFacts(['127.0.0.0/8', '::1'])
const match = createMatcher(routeTable)
const cors = createCors(new Set(['https://app.example.com']), () => false)
const client = { address: '127.0.0.1', protocol: 'http', host: undefined } as const

/** Spends half of the size on header names in `Connection`, and the other half on headers. */
function throughProxy(size: number): void {
  const rawHeaders = Array.from({ length: size / 16 }, (_, n) => [`h${n}`, '1']).flat()
  const request = requestWith({ connection: fill('x,', size / 2) }, rawHeaders)
  const context = { requestId: 'r', traceparent: childTraceparent(undefined) }
  requestHeaders({ request, context, requestId: 'r' }, 'board', client, undefined)
}

const scanners: Record<string, (size: number) => unknown> = {
  'a cookie of separators': (size) => readSessionCookie(`atrium.session_token=${fill(';', size)}`),
  'many session cookies': (size) => readSessionCookie(fill('atrium.session_token=x; ', size)),
  'a cookie of spaces': (size) => withoutSessionCookies(`atrium.a=${fill(' ', size)};`),
  'a path of escapes': (size) => canonicalPath(`/${fill('%41', size)}%`),
  'a path of dots': (size) => canonicalPath(fill('/.', size)),
  'a path of broken escapes': (size) => canonicalPath(`/${fill('%', size)}`),
  'a path of many segments': (size) => match('GET', `/api/assets${fill('/a', size)}`),
  'a chain of proxies': (size) =>
    facts(requestWith({ 'x-forwarded-for': fill('127.0.0.1,', size) })),
  'a chain of brackets': (size) => facts(requestWith({ 'x-forwarded-for': fill('[', size) })),
  'a host of colons': (size) => facts(requestWith({ host: fill(':', size) })),
  'an origin of slashes': (size) =>
    isAllowedOrigin(`https://${fill('/', size)}`, new Set(), { host: 'x' }),
  'a preflight for many headers': (size) =>
    cors.preflight(
      { origins: 'clients' },
      requestWith({
        origin: 'https://app.example.com',
        'access-control-request-headers': `${fill('a , ', size)}(`,
      }),
    ),
  'a trace of dashes': (size) => childTraceparent(fill('00-', size)),
  'names of hop headers': throughProxy,
}

test.each(Object.entries(scanners))(
  'handles %s in linear time up to the largest size',
  (name, scan) =>
    expectLinear(name, largest, (size) => () => {
      for (let turn = 0; turn < 80; turn += 1) scan(size)
    }),
)
