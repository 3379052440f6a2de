import { z } from 'zod'
import { type Api, pageAt } from '../api.ts'
import type { CreateDeps } from '../define-provider.ts'
import type { Connection, Provider, Published } from '../provider.ts'
import { Post, Posts, sameText, sentText } from './read-back.ts'
import { uploadMedia } from './upload-media.ts'

const Created = z.object({ data: Post })
const published = (id: string): Published => ({
  externalId: id,
  externalUrl: `https://x.com/i/web/status/${id}`,
})

/** A first comment is sent as a reply to the post. */
export function shortpostPublishing(
  api: Api,
  { publishMs, now }: CreateDeps,
): Pick<Provider, 'publish' | 'comment' | 'findComment' | 'readComments' | 'findPost'> {
  const send = async (by: Connection, body: Record<string, unknown>): Promise<string> =>
    (await api({ path: '/tweets', by, creates: true, schema: Created, body })).data.id
  /** Returns the account's newest texts, from a minute before `since`. */
  const readOwn = async (by: Connection, since: Date, query: Record<string, string>) => {
    const from = new Date(since.getTime() - 60_000)
    const { data } = await api({
      path: `/users/${encodeURIComponent(by.accountId)}/tweets`,
      by,
      schema: Posts,
      query: {
        ...query,
        start_time: `${from.toISOString().slice(0, 19)}Z`,
        'tweet.fields': 'created_at,entities,referenced_tweets',
      },
    })
    return data
  }
  return {
    async publish(connection, post) {
      const until = { deadline: performance.now() + publishMs, now: now() }
      const ids = await uploadMedia(api, connection, post, until)
      const text = post.text === '' ? {} : { text: post.text }
      const media = ids.length === 0 ? {} : { media: { media_ids: ids } }
      return published(await send(connection, { ...text, ...media }))
    },
    async comment(connection, externalId, message) {
      const reply = { in_reply_to_tweet_id: externalId }
      return { externalId: await send(connection, { text: message, reply }) }
    },
    async readComments(by, { externalId, cursor }) {
      const query = {
        query: `conversation_id:${externalId}`,
        max_results: '100',
        'tweet.fields': 'author_id,created_at,entities',
        expansions: 'author_id',
        ...pageAt('next_token', cursor),
      }
      const { data, includes, meta } = await api({
        path: '/tweets/search/recent',
        by,
        schema: Posts,
        query,
      })
      const names = new Map(includes?.users.map(({ id, name }) => [id, name]))
      const comments = data.map((reply) => {
        const { id, author_id: author, created_at: createdAt = null } = reply
        const knownAuthor =
          author === undefined ? null : { id: author, name: names.get(author) ?? '' }
        return { id, message: sentText(reply), createdAt, author: knownAuthor }
      })
      return { comments, next: meta?.next_token ?? null }
    },
    async findComment(by, { externalId, message }, since) {
      const own = await readOwn(by, since, { max_results: '100', exclude: 'retweets' })
      return own.flatMap((found) => {
        const isReply = found.referenced_tweets?.some(
          ({ type, id }) => type === 'replied_to' && id === externalId,
        )
        return isReply && sameText(sentText(found), message) ? [found.id] : []
      })
    },
    async findPost(by, post, since) {
      const data = await readOwn(by, since, { max_results: '25', exclude: 'replies,retweets' })
      const same = data.filter((found) => post.text !== '' && sameText(sentText(found), post.text))
      return same.map(({ id }) => published(id))
    },
  }
}
