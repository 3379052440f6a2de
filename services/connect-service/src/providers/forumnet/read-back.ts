import { z } from 'zod'
import type { Connection, Published } from '../provider.ts'
import type { ForumApi } from './forum-api.ts'
import type { Submission } from './submission.ts'

const Post = z.object({
  name: z.string().min(1),
  title: z.string().default(''),
  subreddit: z.string().default(''),
  selftext: z.string().default(''),
  permalink: z.string().default(''),
  created_utc: z.number().default(0),
})
const Posts = z.object({ data: z.object({ children: z.array(z.object({ data: Post })) }) })
const toAddress = (permalink: string): string | null =>
  permalink === '' ? null : `https://www.reddit.com${permalink}`

const same = (a: string, b: string): boolean => a.trim().replaceAll('\r\n', '\n') === b.trim()

/**
 * Finds the account's newest posts that match a submission and were made after `since`, with a
 * minute's tolerance.
 */
export async function findSubmitted(
  api: ForumApi,
  by: Connection,
  { forum, title, text }: Submission,
  since: Date,
): Promise<Published[]> {
  const { data } = await api({
    by,
    path: `/user/${encodeURIComponent(by.accountId)}/submitted`,
    query: { sort: 'new', limit: '25' },
    schema: Posts,
  })
  return data.children
    .map((child) => child.data)
    .filter(
      (post) =>
        same(post.title, title) &&
        post.subreddit.toLowerCase() === forum.toLowerCase() &&
        same(post.selftext, text.replaceAll('\r\n', '\n')) &&
        post.created_utc * 1_000 >= since.getTime() - 60_000,
    )
    .map(({ name, permalink }) => ({ externalId: name, externalUrl: toAddress(permalink) }))
}
