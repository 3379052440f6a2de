import { isStreamed } from '../../network/streamed-body.ts'
import { type Api, type ApiRequest, createApi, type ProviderDeps } from '../api.ts'
import { accountUsage } from './account-usage.ts'
import { graphError } from './graph-error.ts'

export const nodePath = (id: string, edge?: string): string =>
  `/${encodeURIComponent(id)}${edge === undefined ? '' : `/${edge}`}`

/**
 * Returns the token as a form field. A streamed form sends it in addition to the header, because
 * some proxies read only the fields.
 */
export const tokenField = ({ accessToken }: { accessToken: string }) =>
  ['access_token', accessToken] as const

/** Calls the graph API. A path may also be the absolute URL of a next page. */
export function createGraph(apiUrl: string, secrets: readonly string[], deps: ProviderDeps): Api {
  const base = new URL(apiUrl)
  // A `next` URL from the network may name the network itself while the API is behind a proxy.
  // Request the same path at the API, because the token may go only there.
  const toPath = (given: string): string => {
    if (!given.startsWith('http')) return given
    const named = new URL(given)
    if (named.origin === base.origin) return given
    const path = named.pathname.startsWith(`${base.pathname}/`)
      ? named.pathname.slice(base.pathname.length)
      : named.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '')
    return path + named.search
  }
  const api = createApi(
    { baseUrl: apiUrl, errorOf: graphError, usageOf: accountUsage, secrets },
    deps,
  )
  /**
   * Puts the token into the URL or the body in addition to the header. A streamed form has
   * `tokenField` instead.
   */
  const signed = <R extends ApiRequest>(request: R): R => {
    const { body, query, by } = request
    const access_token = by.accessToken
    const path = toPath(request.path)
    if (body === undefined) return { ...request, path, query: { ...query, access_token } }
    return { ...request, path, body: isStreamed(body) ? body : { ...body, access_token } }
  }
  return Object.assign(((request) => api(signed(request))) as Api, {
    answer: (request: ApiRequest) => api.answer(signed(request)),
  })
}
