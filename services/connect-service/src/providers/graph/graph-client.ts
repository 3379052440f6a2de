import type { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { readAnswer } from '../../network/read-answer.ts'
import { isStreamed, type StreamedBody } from '../../network/streamed-body.ts'
import type { NoteUsage } from '../provider.ts'
import { accountUsage } from './account-usage.ts'
import { graphError } from './graph-error.ts'

export interface GraphCall<S extends z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the API base, or the absolute address of a next page there. */
  path: string
  token: string
  schema: S
  query?: Record<string, string>
  body?: Record<string, unknown> | StreamedBody
  creates?: boolean
  /** The account whose rate this call counts against. */
  accountId?: string
}

export type Graph = <S extends z.ZodType>(call: GraphCall<S>) => Promise<z.output<S>>

/** Calls the graph API; every error is a classified `NetworkError`. */
export function createGraph(
  client: NetworkClient,
  apiUrl: string,
  noteUsage: NoteUsage,
  appSecrets: readonly string[],
): Graph {
  const base = new URL(apiUrl)
  // A `next` address is the network's word, and the token goes nowhere but to the API: behind a proxy the network
  // names itself, and the same path is asked for here.
  const addressOf = (given: string): URL => {
    if (!given.startsWith('http')) return new URL(apiUrl + given)
    const named = new URL(given)
    if (named.origin === base.origin) return named
    const path = named.pathname.startsWith(`${base.pathname}/`)
      ? named.pathname.slice(base.pathname.length)
      : named.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '')
    return new URL(apiUrl + path + named.search)
  }
  return async (call) => {
    const url = addressOf(call.path)
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
    if (call.body === undefined) url.searchParams.set('access_token', call.token)
    const creates = call.creates ?? false
    const answer = await client.call({
      method: call.method,
      url,
      headers: { authorization: `Bearer ${call.token}` },
      creates,
      ...(call.body === undefined
        ? {}
        : { body: isStreamed(call.body) ? call.body : { ...call.body, access_token: call.token } }),
    })
    const usage = call.accountId === undefined ? undefined : accountUsage(answer, call.accountId)
    if (usage !== undefined && call.accountId !== undefined) await noteUsage(call.accountId, usage)
    const error = graphError(answer, creates, [call.token, ...appSecrets])
    if (error !== undefined) throw error
    return readAnswer(call.schema, answer.json, creates)
  }
}
