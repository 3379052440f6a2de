import { z } from 'zod'
import type { Api } from '../api.ts'
import type { Connection, Provider } from '../provider.ts'
import { Post, Posts, sameText, sentText } from './read-back.ts'
import { uploadMedia } from './upload-media.ts'

const Created = z.looseObject({ data: Post })
const postUrl = (id: string): string => `https://x.com/i/web/status/${id}`

/** Posting, answering and reading back. A first comment is an answer to the post. */
export function shortpostPublishing(
  api: Api,
  publishMs: number,
  now: () => Date,
): Pick<Provider, 'publish' | 'comment' | 'readComments' | 'findPost'> {
  const send = ({ accessToken: token, accountId }: Connection, body: object) =>
    api({ path: '/tweets', token, accountId, creates: true, schema: Created, body: { ...body } })
  return {
    async publish(connection, post) {
      const until = { deadline: performance.now() + publishMs, now: now() }
      const ids = await uploadMedia(api, connection, post, until)
      const { data } = await send(connection, {
        ...(post.text === '' ? {} : { text: post.text }),
        ...(ids.length === 0 ? {} : { media: { media_ids: ids } }),
      })
      return { externalId: data.id, externalUrl: postUrl(data.id) }
    },
    async comment(connection, externalId, message) {
      const { data } = await send(connection, {
        text: message,
        reply: { in_reply_to_tweet_id: externalId },
      })
      return { externalId: data.id }
    },
    async readComments({ accessToken: token }, externalId) {
      const { data, includes } = await api({
        path: '/tweets/search/recent',
        token,
        schema: Posts,
        query: {
          query: `conversation_id:${externalId}`,
          max_results: '100',
          'tweet.fields': 'author_id,created_at,entities',
          expansions: 'author_id',
        },
      })
      const names = new Map(includes?.users.map(({ id, name }) => [id, name]))
      return data.map((reply) => ({
        id: reply.id,
        message: sentText(reply),
        createdAt: reply.created_at ?? null,
        author:
          reply.author_id === undefined
            ? null
            : { id: reply.author_id, name: names.get(reply.author_id) ?? '' },
      }))
    },
    async findPost({ accessToken: token, accountId }, post, since) {
      const from = new Date(since.getTime() - 60_000)
      const { data } = await api({
        path: `/users/${encodeURIComponent(accountId)}/tweets`,
        token,
        schema: Posts,
        query: {
          max_results: '25',
          start_time: `${from.toISOString().slice(0, 19)}Z`,
          exclude: 'replies,retweets',
          'tweet.fields': 'created_at,entities',
        },
      })
      return data
        .filter((found) => post.text !== '' && sameText(sentText(found), post.text))
        .map(({ id }) => ({ externalId: id, externalUrl: postUrl(id) }))
    },
  }
}
