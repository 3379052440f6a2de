import type { z } from 'zod'
import type { NetworkCall, NetworkClient } from '../../network/call-network.ts'
import { readAnswer } from '../../network/read-answer.ts'
import type { NoteUsage } from '../provider.ts'
import { rateReset, shortpostError } from './shortpost-error.ts'

export interface ShortpostCall<S extends z.ZodType> {
  method: 'GET' | 'POST'
  /** Below the API base. */
  path: string
  token: string
  schema: S
  query?: Record<string, string>
  body?: Record<string, unknown> | FormData
  creates?: boolean
  /** The account whose window for posts this call counts against. */
  accountId?: string
}

export type ShortpostApi = <S extends z.ZodType>(call: ShortpostCall<S>) => Promise<z.output<S>>

/** Calls the short-post network's API; every error is a classified `NetworkError`. */
export function createShortpostApi(
  client: NetworkClient,
  apiUrl: string,
  secrets: readonly string[],
  noteUsage: NoteUsage,
  now: () => Date,
): ShortpostApi {
  return async ({ method, path, token, schema, query, body, accountId, creates = false }) => {
    const url = new URL(apiUrl + path)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const headers = { authorization: `Bearer ${token}` }
    const call: NetworkCall = { method, url, headers, creates }
    const answer = await client.call(body === undefined ? call : { ...call, body })
    const error = shortpostError(answer, { creates, secrets: [token, ...secrets], now: now() })
    if (error !== undefined) throw error
    // The last post of a window: every replica waits for the next one instead of being refused.
    const seconds = accountId === undefined ? undefined : rateReset(answer, now())
    if (accountId !== undefined && seconds !== undefined) {
      await noteUsage(accountId, { percent: 100, regainMinutes: seconds / 60 })
    }
    return readAnswer(schema, answer.json, creates)
  }
}
