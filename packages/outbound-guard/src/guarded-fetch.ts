import { fetch, type Response } from 'undici'
import type { PrivateAddresses } from './addresses.ts'
import { boundedBody } from './bounded-body.ts'
import { type AgentOptions, guardedAgent, policyOfPort, requireReachableHost } from './guarded-agent.ts'
import { OutboundError } from './outbound-error.ts'
import { outboundFailure } from './outbound-failure.ts'

/** A request to an address that a user gave. */
export interface GuardedRequest {
  /** `GET` by default. */
  method?: string
  headers?: Readonly<Record<string, string>>
  /** Headers for the address's own origin: a redirect to another origin goes without them. */
  credentials?: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
  /** Bytes of the decoded body that may arrive. */
  maxBytes: number
  /** Milliseconds for the whole exchange with all redirects; 30 seconds by default. */
  timeoutMs?: number
  /** Redirects that are followed, 5 by default; with 0 a redirect is an answer. */
  redirects?: number
  signal?: AbortSignal
}

/** An answer of any status. */
export interface GuardedAnswer {
  status: number
  /** By lower-case names. */
  headers: Readonly<Record<string, string>>
  /** Every `set-cookie` header: they cannot be joined into one text, and `headers` has only the last. */
  cookies?: readonly string[]
  /** The address that answered. */
  url: URL
  /** The decoded body in parts, once. Throws `OutboundError`. */
  body: AsyncIterable<Uint8Array>
  /** The whole body instead. Throws `OutboundError`. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Ends the exchange without the rest of the body. */
  discard(): Promise<void>
}

export interface GuardedFetch {
  /** Sends a request, each redirect checked as well. Throws `OutboundError`, or the reason of the caller's signal. */
  fetch(address: string | URL, request: GuardedRequest): Promise<GuardedAnswer>
  close(): Promise<void>
}

const defaults = { method: 'GET', timeoutMs: 30_000, redirects: 5 } as const
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The one way to addresses of users: http and https on ports that the Fetch Standard does not block, hosts that the
 * policy admits by name and by every address of the resolver, and the checked address is the connected one.
 */
export function createGuardedFetch(policy: PrivateAddresses, options: AgentOptions = {}): GuardedFetch {
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
          `No complete answer came within ${timeoutMs / 1_000} seconds`,
          error,
        )
      }
      let hop: Hop = {
        url: addressOf(address),
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
          response = await fetch(url, {
            ...sent,
            ...(body === undefined ? {} : { body }),
            redirect: 'manual',
            signal,
            dispatcher,
          })
        } catch (error) {
          throw failure(error)
        }
        const location =
          redirects > 0 && redirectStatuses.has(response.status) ? response.headers.get('location') : null
        if (location === null) return answerOf(response, url, maxBytes, failure)
        await response.body?.cancel().catch(() => {})
        if (followed >= redirects) throw new OutboundError('redirect', `More than ${redirects} redirects`)
        hop = nextHop(hop, response.status, addressOf(location, url))
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

// Fetch Standard, "HTTP-redirect fetch": a POST becomes a GET, except with 307 and 308.
function nextHop({ method, body }: Hop, status: number, url: URL): Hop {
  const becomesGet =
    (status === 303 && method !== 'GET' && method !== 'HEAD') || (status < 303 && method === 'POST')
  return becomesGet ? { url, method: 'GET', body: undefined } : { url, method, body }
}

const withoutContent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-/i.test(name)))

function addressOf(address: string | URL, base?: URL): URL {
  const text = String(address)
  if (!URL.canParse(text, base?.href)) {
    throw new OutboundError('invalid', 'This is not a complete web address')
  }
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('refused', 'Only http and https addresses can be fetched')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'An address with a user name or a password is not fetched')
  }
  return url
}

function answerOf(
  { status, headers: given, body: stream }: Response,
  url: URL,
  maxBytes: number,
  failure: (error: unknown) => unknown,
): GuardedAnswer {
  const headers = Object.fromEntries(given)
  // The length of an encoded body says nothing about the decoded one.
  const announced = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0
  const body = boundedBody(stream, { announced, maxBytes, tooLarge: () => tooLarge(maxBytes), failure })
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
    `The answer is larger than ${(maxBytes / 1_000_000).toLocaleString('en')} MB`,
  )
