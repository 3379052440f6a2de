import { z } from 'zod'
import type { NetworkAnswer, NetworkClient } from '../../network/call-network.ts'
import { type Api, createApi, type ProviderDeps } from '../api.ts'
import { videonetError } from './videonet-error.ts'

/** A list of the platform; no `items` is an empty one. */
export const listOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ items: z.array(z.object(shape)).default([]) })

export interface VideonetApi {
  call: Api
  /** Where uploads begin. */
  uploadUrl: URL
  /** One exchange with an upload; the caller judges the answer. */
  exchange: NetworkClient['call']
  /** Throws the error in an answer. */
  check(answer: NetworkAnswer, token: string): void
}

const versioned = '/youtube/v3'

/**
 * Where uploads begin: the platform has `/upload` before the path of its API. A base of another shape has it below
 * itself: a stand-in for the API serves uploads too.
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
