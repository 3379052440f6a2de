import type { z } from 'zod'
import type { NetworkAnswer, NetworkClient } from '../../network/call-network.ts'
import { readAnswer } from '../../network/read-answer.ts'
import { videonetError } from './videonet-error.ts'

export interface VideonetCall<S extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT'
  /** Below the API base. */
  path: string
  token: string
  query: Record<string, string>
  body?: Record<string, unknown>
  creates?: boolean
  schema: S
}

export interface VideonetApi {
  /** Calls the API; every error is a classified `NetworkError`. */
  call<S extends z.ZodType>(call: VideonetCall<S>): Promise<z.output<S>>
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

export function createVideonetApi(client: NetworkClient, apiUrl: string, now: () => Date): VideonetApi {
  return {
    uploadUrl: uploadUrlOf(apiUrl),
    exchange: (call) => client.call(call),
    check(answer, token) {
      const error = videonetError(answer, { creates: false, secrets: [token], now: now() })
      if (error !== undefined) throw error
    },
    async call({ method, path, token, query, body, creates = false, schema }) {
      const url = new URL(apiUrl + path)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const answer = await client.call({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        creates,
        ...(body === undefined ? {} : { body }),
      })
      const error = videonetError(answer, { creates, secrets: [token], now: now() })
      if (error !== undefined) throw error
      return readAnswer(schema, answer.json, creates)
    },
  }
}
