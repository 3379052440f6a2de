import type { NetworkAnswer } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { sameOrigin } from '../../network/same-origin.ts'
import { type Api, createApi, type ProviderDeps } from '../api.ts'
import { pronetError } from './pronet-error.ts'

/** Pinned, so a new API version cannot change how publishing works. */
const pronetVersion = '202601'

/**
 * Creates the client for the professional network's API. Uploads go to absolute URLs that the
 * network names.
 */
export function createPronetApi(
  baseUrl: string,
  secrets: readonly string[],
  deps: ProviderDeps,
): Api {
  const apiUrl = new URL(baseUrl)
  const headers = { 'linkedin-version': pronetVersion, 'x-restli-protocol-version': '2.0.0' }
  const takesToken = (url: URL) => isOwn(url, apiUrl)
  return createApi({ baseUrl, secrets, headers, errorOf: pronetError, takesToken }, deps)
}

function isOwn(url: URL, apiUrl: URL): boolean {
  if (sameOrigin(url, apiUrl)) return true
  // Nothing is sent unencrypted if the API uses HTTPS.
  if (url.protocol !== 'https:' && url.protocol !== apiUrl.protocol) {
    throw new NetworkError('retry', 'The network returned an unknown upload address')
  }
  return (
    /(?:^|\.)linkedin\.com$/.test(url.hostname) && /(?:^|\.)linkedin\.com$/.test(apiUrl.hostname)
  )
}

/**
 * Returns a created object's id from a response header. Throws `unknown` if the header is missing.
 */
export function createdId({ headers, json }: NetworkAnswer): string {
  const header = headers['x-restli-id']
  if (typeof header === 'string' && header !== '') return decodeURIComponent(header)
  if (typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'string')
    return json.id
  throw new NetworkError('unknown', 'The network returned no ID')
}
