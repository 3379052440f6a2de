import type { NetworkAnswer } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { sameOrigin } from '../../network/same-origin.ts'
import { type Api, createApi, type ProviderDeps } from '../api.ts'
import { pronetError } from './pronet-error.ts'

/** Pinned, so that a new version of the network cannot change publishing. */
const pronetVersion = '202601'

/** The professional network's API; an upload goes to an absolute address that the network gave. */
export function createPronetApi(
  baseUrl: string,
  secrets: readonly string[],
  deps: ProviderDeps,
): Api {
  const own = new URL(baseUrl)
  const headers = { 'linkedin-version': pronetVersion, 'x-restli-protocol-version': '2.0.0' }
  const takesToken = (url: URL) => isOwn(url, own)
  return createApi({ baseUrl, secrets, headers, errorOf: pronetError, takesToken }, deps)
}

function isOwn(url: URL, own: URL): boolean {
  if (sameOrigin(url, own)) return true
  // Nothing goes out in clear where the API itself is safe.
  if (url.protocol !== 'https:' && url.protocol !== own.protocol) {
    throw new NetworkError('retry', 'The network named a foreign address')
  }
  return /(?:^|\.)linkedin\.com$/.test(url.hostname) && /(?:^|\.)linkedin\.com$/.test(own.hostname)
}

/** The id of something created, which the network puts into a header. Throws `unknown` when it is not there. */
export function createdId({ headers, json }: NetworkAnswer): string {
  const header = headers['x-restli-id']
  if (typeof header === 'string' && header !== '') return decodeURIComponent(header)
  if (typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'string')
    return json.id
  throw new NetworkError('unknown', 'The network answered no id')
}
