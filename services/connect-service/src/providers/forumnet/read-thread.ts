import type { NetworkComment, ReadComments } from '@atrium/contracts'
import { z } from 'zod'
import { statedTime } from '../../network/stated-time.ts'
import type { CommentReader, Page } from '../readers.ts'
import type { ForumApi } from './forum-api.ts'

const atOnce = 100
const longestCursor = 8_000

const Comment = z.object({
  name: z.string().min(1),
  body: z.string().default(''),
  author: z.string().nullish(),
  author_fullname: z.string().nullish(),
  created_utc: z.number().optional(),
})
const More = z.object({ children: z.array(z.string().regex(/^[a-z0-9]{1,13}$/)).catch([]) })
const Things = z.array(z.object({ kind: z.string(), data: z.unknown() }))
// The first element is the post itself.
const Thread = z.tuple([z.unknown(), z.object({ data: z.object({ children: Things }) })])
const Children = z.object({ json: z.object({ data: z.object({ things: Things }) }) })

/** Reads a page of a post's top-level comments. The cursor holds the following comments' ids. */
export const readThread =
  (api: ForumApi): CommentReader =>
  async (by, { externalId, cursor }) => {
    if (cursor === null) {
      const id = externalId.replace(/^t3_/, '')
      const query = { depth: '1', limit: String(atOnce), sort: 'old' }
      const path = `/comments/${encodeURIComponent(id)}`
      const [, comments] = await api({ by, path, query, schema: Thread })
      return toPage(comments.data.children, [])
    }
    const ids = cursor.split(',')
    const children = ids.slice(0, atOnce).join(',')
    const query = { api_type: 'json', link_id: externalId, children, depth: '1', sort: 'old' }
    const { json } = await api({ by, path: '/api/morechildren', query, schema: Children })
    return toPage(json.data.things, ids.slice(atOnce))
  }

function toPage(
  things: z.output<typeof Things>,
  left: readonly string[],
): Page<typeof ReadComments> {
  const comments = things.flatMap(({ kind, data }) => {
    const comment = kind === 't1' ? Comment.safeParse(data).data : undefined
    return comment === undefined ? [] : [shown(comment)]
  })
  const more = things.flatMap(({ kind, data }) =>
    kind === 'more' ? (More.safeParse(data).data?.children ?? []) : [],
  )
  const rest = [...left, ...more].join(',')
  const cut =
    rest.length <= longestCursor ? rest : rest.slice(0, rest.lastIndexOf(',', longestCursor))
  return { comments, next: cut === '' ? null : cut }
}

function shown(comment: z.output<typeof Comment>): NetworkComment {
  const { name, body, author, author_fullname: fullname, created_utc: created } = comment
  const knownAuthor =
    author && author !== '[deleted]' ? { id: fullname ?? author, name: author } : null
  const createdAt =
    created === undefined ? null : (statedTime(created * 1_000)?.toISOString() ?? null)
  return { id: name, message: body, createdAt, author: knownAuthor }
}
