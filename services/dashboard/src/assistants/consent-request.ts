/** The request of an assistant, as the authorization server has signed it. */
export interface ConsentRequest {
  /** The signed query, which goes back with the answer as it is. */
  readonly query: string
  readonly clientId: string
  /** The destination of the answer: a host, or nothing for this computer. */
  readonly host: string | undefined
  readonly mayWrite: boolean
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads a request; undefined for an address that holds none. */
export function readConsentRequest(query: string): ConsentRequest | undefined {
  const asked = new URLSearchParams(query)
  const clientId = asked.get('client_id')
  const redirect = asked.get('redirect_uri') ?? ''
  if (clientId === null || !asked.has('sig') || !URL.canParse(redirect)) return undefined
  const { protocol, hostname, host } = new URL(redirect)
  return {
    query,
    clientId,
    // A scheme of its own leads to an application on this computer, whatever stands in the place of a host.
    host: protocol !== 'https:' || loopback.has(hostname) ? undefined : host,
    mayWrite: (asked.get('scope') ?? '').split(' ').includes('atrium:write'),
  }
}

/** The scopes of an answer: those that were asked for, without the changes that the person does not allow. */
export function allowedScope({ query }: Pick<ConsentRequest, 'query'>, write: boolean): string {
  const asked = (new URLSearchParams(query).get('scope') ?? '')
    .split(' ')
    .filter((scope) => scope !== '')
  const kept = asked.filter((scope) => write || scope !== 'atrium:write')
  return (kept.includes('atrium:read') || write ? kept : ['atrium:read', ...kept]).join(' ')
}
