import type { z } from 'zod'
import { type ApiRequest, createApi, type ProviderDeps } from '../api.ts'
import { forumUsage } from './forum-usage.ts'
import { forumnetError } from './forumnet-error.ts'

type ForumCall<S extends z.ZodType> = Pick<ApiRequest, 'path' | 'by' | 'query' | 'creates'> & {
  schema: S
  /** A form body. If set, the call is a POST. */
  form?: Record<string, string>
}

/** Calls the forum network's API. Every error is a classified `NetworkError`. */
export type ForumApi = <S extends z.ZodType>(call: ForumCall<S>) => Promise<z.output<S>>

export function createForumApi(
  { userAgent, ...settings }: { baseUrl: string; userAgent: string; secrets: readonly string[] },
  deps: ProviderDeps,
): ForumApi {
  const headers = { 'user-agent': userAgent }
  const api = createApi({ ...settings, headers, errorOf: forumnetError, usageOf: forumUsage }, deps)
  return ({ query, form, ...call }) =>
    api({
      ...call,
      // Without `raw_json` the network returns `&`, `<` and `>` as HTML entities.
      query: { raw_json: '1', ...query },
      ...(form === undefined ? {} : { body: new URLSearchParams({ api_type: 'json', ...form }) }),
    })
}
