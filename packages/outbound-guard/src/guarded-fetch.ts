import { inSpan } from '@atrium/telemetry'
import { SpanKind } from '@opentelemetry/api'
import { fetch, type Response } from 'undici'
import type { PrivateAddresses } from './addresses.ts'
import { boundedBody } from './bounded-body.ts'
import {
  type AgentOptions,
  guardedAgent,
  policyOfPort,
  requireReachableHost,
} from './guarded-agent.ts'
import { OutboundError } from './outbound-error.ts'
import { outboundFailure } from './outbound-failure.ts'

/** A request to an address entered by a user. */
export interface GuardedRequest {
  /** Defaults to `GET`. */
  method?: string
  headers?: Readonly<Record<string, string>>
  /** Headers for the address's own origin. A redirect to another origin does not get them. */
  credentials?: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
  /** The limit of the decoded body in bytes. */
  maxBytes: number
  /** Milliseconds for the whole exchange including redirects. Defaults to 30 seconds. */
  timeoutMs?: number
  /** The redirect limit. Defaults to 5. With 0 the redirect itself is the response. */
  redirects?: number
  signal?: AbortSignal
}

export interface GuardedAnswer {
  status: number
  /** Keyed by lower-case names. */
  headers: Readonly<Record<string, string>>
  /**
   * Every `set-cookie` header. They cannot be joined into one text, and `headers` has only the last
   * one.
   */
  cookies?: readonly string[]
  /** The final address, after redirects. */
  url: URL
  /** The decoded body in parts. It can be read once. Throws `OutboundError`. */
  body: AsyncIterable<Uint8Array>
  /** Returns the whole body. Use it instead of `body`. Throws `OutboundError`. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Ends the exchange without reading the rest of the body. */
  discard(): Promise<void>
}

export interface GuardedFetch {
  /**
   * Sends a request and checks each redirect. Throws `OutboundError`, or the reason of the caller's
   * signal.
   */
  fetch(address: string | URL, request: GuardedRequest): Promise<GuardedAnswer>
  close(): Promise<void>
}

const defaults = { method: 'GET', timeoutMs: 30_000, redirects: 5 } as const
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Creates the only client for user-supplied addresses. It allows http and https on ports that the
 * Fetch Standard does not block, and hosts admitted by the policy both by name and by every
 * resolved address. It connects to exactly the checked address.
 */
export function createGuardedFetch(
  policy: PrivateAddresses,
  options: AgentOptions = {},
): GuardedFetch {
  const dispatcher = guardedAgent(policy, options)
  return {
    async fetch(address, request) {
      const { timeoutMs = defaults.timeoutMs, redirects = defaults.redirects, maxBytes } = request
      const timer = AbortSignal.timeout(timeoutMs)
      const signal = request.signal === undefined ? timer : AbortSignal.any([request.signal, timer])
      const failure = (error: unknown): unknown => {
        if (request.signal?.aborted === true) return request.signal.reason
        if (!timer.aborted) return outboundFailure(error)
        return new OutboundError(
          'timeout',
          `The website did not respond fully within ${timeoutMs / 1_000} seconds`,
          error,
        )
      }
      let hop: Hop = {
        url: parseAddress(address),
        method: request.method ?? defaults.method,
        body: request.body,
      }
      const { origin } = hop.url
      for (let followed = 0; ; followed += 1) {
        const { url, method, body } = hop
        const headers = {
          ...request.headers,
          ...(url.origin === origin ? request.credentials : {}),
        }
        let response: Response
        try {
          requireReachableHost(url, policyOfPort(policy, url.port, options.ownPorts))
          const sent = { method, headers: body === undefined ? withoutContent(headers) : headers }
          const span = {
            // The path and the query may contain a secret.
            name: `${method} ${url.hostname}`,
            kind: SpanKind.CLIENT,
            attributes: { 'server.address': url.hostname },
          }
          response = await inSpan(span, () =>
            fetch(url, {
              ...sent,
              ...(body === undefined ? {} : { body }),
              redirect: 'manual',
              signal,
              dispatcher,
            }),
          )
        } catch (error) {
          throw failure(error)
        }
        const location =
          redirects > 0 && redirectStatuses.has(response.status)
            ? response.headers.get('location')
            : null
        if (location === null) return toAnswer(response, url, maxBytes, failure)
        await response.body?.cancel().catch(() => {})
        if (followed >= redirects)
          throw new OutboundError('redirect', `The website redirected more than ${redirects} times`)
        hop = nextHop(hop, response.status, parseAddress(location, url))
      }
    },
    close: () => dispatcher.close(),
  }
}

interface Hop {
  url: URL
  method: string
  body: GuardedRequest['body'] | undefined
}

// A POST becomes a GET, except after 307 and 308 (Fetch Standard, "HTTP-redirect fetch").
function nextHop({ method, body }: Hop, status: number, url: URL): Hop {
  const becomesGet =
    (status === 303 && method !== 'GET' && method !== 'HEAD') || (status < 303 && method === 'POST')
  return becomesGet ? { url, method: 'GET', body: undefined } : { url, method, body }
}

const withoutContent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-/i.test(name)))

function parseAddress(address: string | URL, base?: URL): URL {
  const text = String(address)
  if (!URL.canParse(text, base?.href)) {
    throw new OutboundError('invalid', 'This is not a complete web address. Start with https://.')
  }
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('refused', 'Enter an address that begins with http:// or https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'Remove the user name and password from this address')
  }
  return url
}

function toAnswer(
  { status, headers: given, body: stream }: Response,
  url: URL,
  maxBytes: number,
  failure: (error: unknown) => unknown,
): GuardedAnswer {
  const headers = Object.fromEntries(given)
  // The length of an encoded body says nothing about the decoded one.
  const announced =
    headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0
  const body = boundedBody(stream, {
    announced,
    maxBytes,
    tooLarge: () => tooLarge(maxBytes),
    failure,
  })
  return {
    status,
    headers,
    cookies: given.getSetCookie(),
    url,
    body,
    async bytes() {
      const parts: Uint8Array[] = []
      for await (const part of body) parts.push(part)
      return Buffer.concat(parts)
    },
    async discard() {
      await stream?.cancel().catch(() => {})
    },
  }
}

const tooLarge = (maxBytes: number): OutboundError =>
  new OutboundError(
    'too_large',
    `The response is larger than ${(maxBytes / 1_000_000).toLocaleString('en')} MB`,
  )
