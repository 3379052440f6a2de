import type { IncomingMessage } from 'node:http'
import type { Route } from '../routes/route.ts'

export type Cors = ReturnType<typeof createCors>

const exposed =
  'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Idempotency-Replayed, Last-Modified, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'
const exposedToAssistants = 'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version'
const anyOrigin = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  exposed,
] as const
const varyByOrigin = ['vary', 'Origin'] as const
const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const openRequestHeaders =
  'Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Range, Range, X-Request-Id'
const headerNames = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:\s*,\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+)*$/

/**
 * Removes a published path's CORS headers if the request has no origin. Otherwise an asset key's
 * 404 would show its lane (docs/reference/assets.md, "Reading").
 */
export function concealPublished(headers: string[], request: IncomingMessage): void {
  const at = request.headers.origin === undefined ? headers.indexOf(anyOrigin[0]) : -1
  if (at !== -1) headers.splice(at, anyOrigin.length, ...varyByOrigin)
}

/**
 * Returns the platform's CORS rules: published paths for every origin, all others for known
 * clients.
 */
export function createCors(
  clientOrigins: ReadonlySet<string>,
  isAssistantOrigin: (origin: string) => boolean,
) {
  // Assistants send bearer tokens, so their pages need no cookies.
  const isAssistant = (origins: Route['origins'], origin: string): boolean =>
    origins === 'assistants' && !clientOrigins.has(origin) && isAssistantOrigin(origin)
  const allowed = (origin: string) => [
    'access-control-allow-origin',
    origin,
    'access-control-allow-credentials',
    'true',
  ]
  return {
    /** Returns the response headers, names and values in turns. */
    headers(
      origins: Route['origins'],
      { headers: { origin } }: IncomingMessage,
    ): readonly string[] {
      if (origins === 'any') return anyOrigin
      if (origin !== undefined && isAssistant(origins, origin)) {
        return [
          'access-control-allow-origin',
          origin,
          'access-control-expose-headers',
          `${exposed}, ${exposedToAssistants}`,
          ...varyByOrigin,
        ]
      }
      if (origin === undefined || !clientOrigins.has(origin)) return varyByOrigin
      return [...allowed(origin), 'access-control-expose-headers', exposed, ...varyByOrigin]
    },
    /** Returns the preflight response headers, names and values in turns. */
    preflight(
      { origins, methods: taken = everyMethod }: Pick<Route, 'origins' | 'methods'>,
      request: IncomingMessage,
    ): readonly string[] {
      const methods = taken.join(', ')
      const vary = ['vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers']
      const { origin } = request.headers
      if (origins === 'any') {
        return [
          ...anyOrigin.slice(0, 2),
          'access-control-allow-methods',
          methods,
          'access-control-allow-headers',
          openRequestHeaders,
          'access-control-max-age',
          '86400',
          ...vary,
        ]
      }
      const isListed = origin !== undefined && isAssistant(origins, origin)
      if (origin === undefined || !(isListed || clientOrigins.has(origin))) return vary
      // A known client may send every header it names. With credentials, CORS has no wildcard for
      // headers.
      const wanted = request.headers['access-control-request-headers']
      return [
        ...(isListed ? ['access-control-allow-origin', origin] : allowed(origin)),
        'access-control-allow-methods',
        methods,
        'access-control-max-age',
        '600',
        ...vary,
        ...(wanted !== undefined && headerNames.test(wanted)
          ? ['access-control-allow-headers', wanted]
          : []),
      ]
    },
  }
}
