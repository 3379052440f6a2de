import type { z } from 'zod'
import { createApi, type ProviderDeps } from '../api.ts'
import type { Connection } from '../provider.ts'
import { forumUsage } from './forum-usage.ts'
import { forumnetError } from './forumnet-error.ts'

export interface ForumCall<S extends z.ZodType> {
  /** Below the API base. */
  path: string
  token: string
  schema: S
  query?: Record<string, string>
  /** A form; with it the call is a POST. */
  form?: Record<string, string>
  creates?: boolean
  /** Whose rate this call counts against; not known before the account is. */
  accountId?: string
}

/** Calls the forum network's API; every error is a classified `NetworkError`. */
export type ForumApi = <S extends z.ZodType>(call: ForumCall<S>) => Promise<z.output<S>>

/** The token and the account of a channel, as a call wants them. */
export const asCaller = ({ accessToken, accountId }: Connection) => ({ token: accessToken, accountId })

export function createForumApi(
  settings: { baseUrl: string; userAgent: string; secrets: readonly string[] },
  deps: ProviderDeps,
): ForumApi {
  const { userAgent, ...more } = settings
  const headers = { 'user-agent': userAgent }
  const api = createApi({ ...more, headers, errorOf: forumnetError, usageOf: forumUsage }, deps)
  return ({ query, form, ...call }) =>
    api({
      ...call,
      // Without `raw_json` every `&`, `<` and `>` of a text comes back as an HTML entity.
      query: { raw_json: '1', ...query },
      ...(form === undefined ? {} : { body: new URLSearchParams({ api_type: 'json', ...form }) }),
    })
}
