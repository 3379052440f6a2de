import { z } from 'zod'
import { statedTime } from '../../network/stated-time.ts'
import type { Connection, Published, ReadComment } from '../provider.ts'
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
const listingOf = <S extends z.ZodType>(child: S) =>
  z.object({ data: z.object({ children: z.array(child) }) })
const Posts = listingOf(z.object({ data: Post }))
const Comment = z.object({
  name: z.string().min(1),
  body: z.string().default(''),
  author: z.string().nullish(),
  author_fullname: z.string().nullish(),
  created_utc: z.number().optional(),
})
// The post itself comes first; at the end stands a "more" with no fields of a comment.
const Thread = z.tuple([z.unknown(), listingOf(z.object({ kind: z.string(), data: z.unknown() }))])

/** The address of a thing from its path on the site. */
const addressOf = (permalink: string): string | null =>
  permalink === '' ? null : `https://www.reddit.com${permalink}`

const same = (a: string, b: string): boolean => a.trim().replaceAll('\r\n', '\n') === b.trim()

/** The account's newest posts that look like a submission and are not older than `since`, less a minute. */
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
    .map(({ name, permalink }) => ({ externalId: name, externalUrl: addressOf(permalink) }))
}

/** The comments right below a post; no author where it was deleted. */
export async function readThread(api: ForumApi, by: Connection, externalId: string): Promise<ReadComment[]> {
  const id = externalId.replace(/^t3_/, '')
  const [, comments] = await api({
    by,
    path: `/comments/${encodeURIComponent(id)}`,
    query: { depth: '1', limit: '100', sort: 'old' },
    schema: Thread,
  })
  return comments.data.children.flatMap((child) => {
    const read = Comment.safeParse(child.data)
    if (child.kind !== 't1' || !read.success) return []
    const { name, body, author, author_fullname: fullname, created_utc: created } = read.data
    const known = author && author !== '[deleted]' ? { id: fullname ?? author, name: author } : null
    const createdAt = created === undefined ? null : (statedTime(created * 1_000)?.toISOString() ?? null)
    return [{ id: name, message: body, createdAt, author: known }]
  })
}
