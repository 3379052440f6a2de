import type { z } from 'zod'
import type { NetworkAnswer, NetworkCall, NetworkClient } from '../network/call-network.ts'
import type { NetworkError } from '../network/network-error.ts'
import { readAnswer } from '../network/read-answer.ts'
import type { Reading } from '../network/read-error.ts'
import type { NoteUsage, Usage } from './provider.ts'

/** What a provider calls its network with. */
export interface ProviderDeps {
  client: NetworkClient
  noteUsage: NoteUsage
  now(): Date
}

export interface ApiRequest {
  /** GET without a body and POST with one, if not given. */
  method?: NetworkCall['method']
  /** Below the API base, or an absolute address. */
  path: string
  token: string
  query?: Readonly<Record<string, string>>
  body?: NonNullable<NetworkCall['body']>
  creates?: boolean
  /** The account whose rate this call counts against. */
  accountId?: string
}

/** Calls the API of one network; every error is a classified `NetworkError`. */
export interface Api {
  /** The body of a success, as `schema` reads it. */
  <S extends z.ZodType>(request: ApiRequest & { schema: S }): Promise<z.output<S>>
  /** The whole answer of a success. */
  answer(request: ApiRequest): Promise<NetworkAnswer>
}

export interface ApiSettings {
  baseUrl: string
  headers?: Readonly<Record<string, string>>
  /** Whether an address is the network's own, so that the token may go there; any is when absent. */
  takesToken?(url: URL): boolean
  /** The error in an answer, or undefined for a success. */
  errorOf(answer: NetworkAnswer, reading: Reading): NetworkError | undefined
  /** Taken out of the network's words, beside the token. */
  secrets?: readonly string[]
  /** The rate that an answer states for the account. */
  usageOf?(
    answer: NetworkAnswer,
    accountId: string,
    error: NetworkError | undefined,
    now: Date,
  ): Usage | undefined
}

export function createApi(settings: ApiSettings, { client, noteUsage, now }: ProviderDeps): Api {
  const { baseUrl, headers, errorOf, secrets = [] } = settings
  const answer = async ({
    path,
    token,
    query = {},
    body,
    ...request
  }: ApiRequest): Promise<NetworkAnswer> => {
    const { creates = false, accountId } = request
    const url = new URL(path.startsWith('/') ? baseUrl + path : path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const mayKnow = settings.takesToken?.(url) ?? true
    const answered = await client.call({
      method: request.method ?? (body === undefined ? 'GET' : 'POST'),
      url,
      headers: { ...headers, ...(mayKnow ? { authorization: `Bearer ${token}` } : {}) },
      creates,
      ...(body === undefined ? {} : { body }),
    })
    const error = errorOf(answered, { creates, secrets: [token, ...secrets], now: now() })
    if (accountId !== undefined) {
      const usage = settings.usageOf?.(answered, accountId, error, now())
      if (usage !== undefined) await noteUsage(accountId, usage)
    }
    if (error !== undefined) throw error
    return answered
  }
  return Object.assign(
    async <S extends z.ZodType>(request: ApiRequest & { schema: S }): Promise<z.output<S>> =>
      readAnswer(request.schema, (await answer(request)).json, request.creates),
    { answer },
  )
}
