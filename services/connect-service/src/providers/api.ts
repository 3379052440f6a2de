import type { z } from 'zod'
import type { NetworkAnswer, NetworkCall, NetworkClient } from '../network/call-network.ts'
import type { NetworkError } from '../network/network-error.ts'
import { readAnswer } from '../network/read-answer.ts'
import type { ReadError } from '../network/read-error.ts'
import type { NoteUsage, Usage } from './provider.ts'

export interface ProviderDeps {
  client: NetworkClient
  noteUsage: NoteUsage
  now(): Date
}

export interface ApiRequest
  extends Pick<NetworkCall, 'body' | 'creates' | 'longestAnswer' | 'file'> {
  /** Defaults to POST if there is a body, else to GET. */
  method?: NetworkCall['method']
  path: string
  /** The token, and the account whose rate limit the call counts against, if known. */
  by: { accessToken: string; accountId?: string }
  query?: Readonly<Record<string, string>>
}

/** Calls the API of one network. Every error is a classified `NetworkError`. */
export interface Api {
  <S extends z.ZodType>(request: ApiRequest & { schema: S }): Promise<z.output<S>>
  answer(request: ApiRequest): Promise<NetworkAnswer>
}

export interface ApiSettings {
  baseUrl: string
  headers?: Readonly<Record<string, string>>
  /**
   * True if a URL belongs to the network, so the token may be sent there. If absent, every URL gets
   * the token.
   */
  takesToken?(url: URL): boolean
  errorOf: ReadError
  /** Removed from the network's message, in addition to the token. */
  secrets?: readonly string[]
  /** Reads from a response how much of its rate limit the account has used. */
  usageOf?(
    answer: NetworkAnswer,
    call: { accountId: string; creates: boolean; error: NetworkError | undefined; now: Date },
  ): Usage | undefined
}

export function withQuery(address: string | URL, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

export const pageAt = (name: string, cursor: string | null): Record<string, string> =>
  cursor === null ? {} : { [name]: cursor }

export function createApi(settings: ApiSettings, { client, noteUsage, now }: ProviderDeps): Api {
  const { baseUrl, headers, errorOf, secrets = [], takesToken, usageOf } = settings
  const answer = async ({
    path,
    by,
    query = {},
    ...request
  }: ApiRequest): Promise<NetworkAnswer> => {
    const { creates = false, method = request.body === undefined ? 'GET' : 'POST' } = request
    const { accessToken, accountId } = by
    const url = withQuery(path.startsWith('/') ? baseUrl + path : path, query)
    const authorization =
      (takesToken?.(url) ?? true) ? { authorization: `Bearer ${accessToken}` } : {}
    const answered = await client.call({
      ...request,
      method,
      url,
      headers: { ...headers, ...authorization },
    })
    const error = errorOf(answered, { creates, secrets: [accessToken, ...secrets], now: now() })
    if (accountId !== undefined) {
      const usage = usageOf?.(answered, { accountId, creates, error, now: now() })
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
