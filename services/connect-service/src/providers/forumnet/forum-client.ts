import type { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { readAnswer } from '../../network/read-answer.ts'
import type { Connection, NoteUsage } from '../provider.ts'
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

export type ForumApi = <S extends z.ZodType>(call: ForumCall<S>) => Promise<z.output<S>>

/** The token and the account of a channel, as a call wants them. */
export const asCaller = ({ accessToken, accountId }: Connection) => ({ token: accessToken, accountId })

/** Calls the forum network's API; every error is a classified `NetworkError`. */
export function createForumApi(
  client: NetworkClient,
  settings: { apiUrl: string; userAgent: string; secrets: readonly string[] },
  noteUsage: NoteUsage,
  now: () => Date,
): ForumApi {
  return async ({ path, token, schema, query, form, accountId, creates = false }) => {
    const url = new URL(settings.apiUrl + path)
    // Without `raw_json` every `&`, `<` and `>` of a text comes back as an HTML entity.
    const asked = { raw_json: '1', ...query }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const answer = await client.call({
      method: form === undefined ? 'GET' : 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'user-agent': settings.userAgent },
      creates,
      ...(form === undefined ? {} : { body: new URLSearchParams({ api_type: 'json', ...form }) }),
    })
    const usage = forumUsage(answer)
    if (usage !== undefined && accountId !== undefined) await noteUsage(accountId, usage)
    const secrets = [token, ...settings.secrets]
    const error = forumnetError(answer, { creates, secrets, now: now() })
    if (error !== undefined) {
      // "Take a break for nine minutes" is about everything that this account posts.
      if (error.code === 'RATELIMIT' && accountId !== undefined && error.retryAfter !== undefined) {
        await noteUsage(accountId, { percent: 100, regainMinutes: error.retryAfter / 60 })
      }
      throw error
    }
    return readAnswer(schema, answer.json, creates)
  }
}
