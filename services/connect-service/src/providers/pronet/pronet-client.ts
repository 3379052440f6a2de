import type { NetworkAnswer, NetworkCall, NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { sameOrigin } from '../../network/same-origin.ts'
import type { StreamedBody } from '../../network/streamed-body.ts'
import { pronetError } from './pronet-error.ts'

/** Pinned, so that a new version of the network cannot change publishing. */
export const pronetVersion = '202601'

export interface PronetCall {
  method: 'GET' | 'POST' | 'PUT'
  /** Below the API base, or an absolute address that the network gave for an upload. */
  path: string
  token: string
  query?: Record<string, string>
  body?: Record<string, unknown> | StreamedBody
  creates?: boolean
}

/** One call; its answer is a success. */
export type PronetApi = (call: PronetCall) => Promise<NetworkAnswer>

/** Calls the professional network's API; every error is a classified `NetworkError`. */
export function createPronetApi(
  client: NetworkClient,
  apiUrl: string,
  secrets: readonly string[],
  now: () => Date,
): PronetApi {
  const own = new URL(apiUrl)
  return async ({ method, path, token, query, body, creates = false }) => {
    const url = new URL(path.startsWith('/') ? apiUrl + path : path)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const call: NetworkCall = {
      method,
      url,
      creates,
      headers: {
        // An upload's address is the network's word; the token goes nowhere but to the network.
        ...(isOwn(url, own) ? { authorization: `Bearer ${token}` } : {}),
        'linkedin-version': pronetVersion,
        'x-restli-protocol-version': '2.0.0',
      },
    }
    const answer = await client.call(body === undefined ? call : { ...call, body })
    const error = pronetError(answer, { creates, secrets: [token, ...secrets], now: now() })
    if (error !== undefined) throw error
    return answer
  }
}

function isOwn(url: URL, own: URL): boolean {
  if (sameOrigin(url, own)) return true
  // Nothing goes out in clear where the API itself is safe.
  if (url.protocol !== 'https:' && url.protocol !== own.protocol) {
    throw new NetworkError({ class: 'retry', message: 'The network named a foreign address' })
  }
  return /(?:^|\.)linkedin\.com$/.test(url.hostname) && /(?:^|\.)linkedin\.com$/.test(own.hostname)
}

/** The id of something created, which the network puts into a header. Throws `unknown` when it is not there. */
export function createdId({ headers, json }: NetworkAnswer): string {
  const header = headers['x-restli-id']
  if (typeof header === 'string' && header !== '') return decodeURIComponent(header)
  if (typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'string') return json.id
  throw new NetworkError({ class: 'unknown', message: 'The network answered no id' })
}
