import type { ClientFacts } from '../caller/client-facts.ts'

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True if a request with this method may change something. */
export const changesState = (method: string): boolean => !safe.has(method)

/**
 * True if a page with this origin may send state-changing requests with a session. False if the
 * origin is missing or opaque.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  known: ReadonlySet<string>,
  client: Pick<ClientFacts, 'host'>,
): boolean {
  if (origin === undefined) return false
  if (known.has(origin)) return true
  if (client.host === undefined || !/^https?:\/\//.test(origin) || !URL.canParse(origin))
    return false
  const url = new URL(origin)
  // One side may include the default port and the other may omit it.
  return url.origin === origin && hostOn(url.protocol, client.host) === url.host
}

function hostOn(protocol: string, host: string): string | undefined {
  const url = `${protocol}//${host}`
  return URL.canParse(url) ? new URL(url).host : undefined
}
