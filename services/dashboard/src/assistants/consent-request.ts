/** An assistant's request, signed by the authorization server. */
export interface ConsentRequest {
  /** The signed query. It goes back with the response unchanged. */
  readonly query: string
  readonly clientId: string
  /** The redirect's host. Undefined for this computer. */
  readonly host: string | undefined
  readonly mayWrite: boolean
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads a request from a query. Returns undefined if the query holds none. */
export function readConsentRequest(query: string): ConsentRequest | undefined {
  const asked = new URLSearchParams(query)
  const clientId = asked.get('client_id')
  const redirect = asked.get('redirect_uri') ?? ''
  if (clientId === null || !asked.has('sig') || !URL.canParse(redirect)) return undefined
  const { protocol, hostname, host } = new URL(redirect)
  return {
    query,
    clientId,
    // A custom scheme opens an application on this computer, even if the address names a host.
    host: protocol !== 'https:' || loopback.has(hostname) ? undefined : host,
    mayWrite: (asked.get('scope') ?? '').split(' ').includes('atrium:write'),
  }
}

/**
 * Returns the scopes to grant: the requested ones, without write scopes unless the user allows
 * changes.
 */
export function allowedScope({ query }: Pick<ConsentRequest, 'query'>, write: boolean): string {
  const asked = (new URLSearchParams(query).get('scope') ?? '')
    .split(' ')
    .filter((scope) => scope !== '')
  const kept = asked.filter((scope) => write || scope !== 'atrium:write')
  return (kept.includes('atrium:read') || write ? kept : ['atrium:read', ...kept]).join(' ')
}
