import type { NetworkAnswer, NetworkClient } from '../../network/call-network.ts'
import { type Api, createApi, type ProviderDeps } from '../api.ts'
import { videonetError } from './videonet-error.ts'

export interface VideonetApi {
  call: Api
  /** Where uploads begin. */
  uploadUrl: URL
  /** One exchange with an upload; its answer is judged by the caller. */
  exchange: NetworkClient['call']
  /** Throws what an answer says, unless it is a success. */
  check(answer: NetworkAnswer, token: string): void
}

const versioned = '/youtube/v3'

/**
 * Where uploads begin: the platform has `/upload` before the path of its API. A base of another shape has it below
 * itself, so that whatever stands in for the API is asked for uploads too.
 */
export function uploadUrlOf(apiUrl: string): URL {
  const base = apiUrl.endsWith(versioned)
    ? `${apiUrl.slice(0, -versioned.length)}/upload${versioned}`
    : `${apiUrl}/upload`
  return new URL(`${base}/videos`)
}

export const createVideonetApi = (baseUrl: string, deps: ProviderDeps): VideonetApi => ({
  call: createApi({ baseUrl, errorOf: videonetError }, deps),
  uploadUrl: uploadUrlOf(baseUrl),
  exchange: (call) => deps.client.call(call),
  check(answer, token) {
    const error = videonetError(answer, { creates: false, secrets: [token], now: deps.now() })
    if (error !== undefined) throw error
  },
})
