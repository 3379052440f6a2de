import { type Exchange, principalHeader } from '@atrium/http'
import { type ClientFacts, toNetwork } from '../caller/client-facts.ts'
import { isKeyAsBearer } from '../caller/credentials.ts'
import { withoutSessionCookies } from '../caller/session-cookie.ts'
import type { Upstream } from '../config.ts'
import { hopHeaders, namedByConnection } from './hop-headers.ts'

// Only the gateway may set these headers. A client's own values are dropped.
const ours: ReadonlySet<string> = new Set([
  'expect',
  'forwarded',
  'host',
  'traceparent',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-original-url',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
])
const ourPrefixes = /^x-(?:atrium|forwarded)(?:-|$)/

/**
 * Returns the client's headers without connection headers and internal ones, and then ours. Names
 * and values alternate.
 */
export function requestHeaders(
  exchange: Pick<Exchange, 'request' | 'context' | 'requestId'>,
  upstream: Upstream,
  client: ClientFacts,
  principalToken: string | undefined,
): string[] {
  const { request, context, requestId } = exchange
  const raw = request.rawHeaders
  const dropped = namedByConnection(request.headers.connection)
  const bodiless = request.headers['content-length'] === '0'
  const headers: string[] = []
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase()
    const value = raw[index + 1] ?? ''
    if (hopHeaders.has(name) || ours.has(name) || ourPrefixes.test(name) || dropped.has(name))
      continue
    if (upstream !== 'identity' && name === 'x-api-key') continue
    if (name === 'authorization' && (upstream === 'mcp' || isKeyAsBearer(value))) continue
    if (name === 'content-length' && bodiless) continue
    if (name === 'cookie' && upstream !== 'identity') {
      const kept = withoutSessionCookies(value)
      if (kept !== '') headers.push(name, kept)
    } else headers.push(name, value)
  }
  headers.push('x-request-id', requestId, 'traceparent', context.traceparent)
  headers.push('x-forwarded-for', client.address, 'x-forwarded-proto', client.protocol)
  if (client.host !== undefined) headers.push('x-forwarded-host', client.host)
  // The asset service counts thumbnails by the client's network.
  if (upstream === 'assets') headers.push('x-forwarded-network', toNetwork(client.address))
  // The dashboard also has its own port, where the API is another origin. This header says that the
  // API shares the origin of this request.
  if (upstream === 'dashboard') headers.push('x-atrium-same-origin', '1')
  if (principalToken !== undefined) headers.push(principalHeader, principalToken)
  return headers
}
