import { z } from 'zod'
import { hasClass, NetworkError, rescued } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import type { CreateDeps } from '../define-provider.ts'
import { nodePath } from '../graph/graph-client.ts'
import { Created, graphComments } from '../graph/graph-comments.ts'
import type { Connection, OutgoingPost, Provider } from '../provider.ts'
import { isVideo, recall } from '../upload.ts'
import { containerState, prepareContainer, untilFinished } from './media-container.ts'

const Permalink = z.object({ permalink: z.string().nullish() })
const Medium = z.object({
  id: z.coerce.string(),
  caption: z.string().nullish(),
  permalink: z.string().nullish(),
  timestamp: z.string().nullish(),
})
const Recent = z.object({ data: z.array(Medium) })
const Comment = z.object({
  id: z.coerce.string(),
  text: z.string().catch(''),
  timestamp: z.string().nullish(),
  username: z.string().nullish(),
  from: z.object({ id: z.coerce.string(), username: z.string().nullish() }).nullish(),
})
const Progress = z.object({ container: z.string(), sentAt: z.string().optional() })

const mostMedia = 10
const clockSkewMs = 60_000

export function photonetPublishing(
  graph: Api,
  { publishMs, now }: CreateDeps,
): Pick<Provider, 'publish' | 'comment' | 'readComments' | 'findPost'> {
  /**
   * Returns the container of an earlier attempt. It can be published only once, so reusing it
   * cannot create a second post.
   */
  const earlier = async (
    connection: Connection,
    post: OutgoingPost,
  ): Promise<string | undefined> => {
    const kept = await recall(post.progress, Progress)
    if (kept === undefined) return undefined
    const asked = containerState(graph, connection, kept.container)
    const state = await rescued(asked, hasClass('fix_content'), () => undefined)
    const code = state?.status_code
    // If the network has forgotten the container, only the feed shows whether it was published.
    if (code === 'PUBLISHED' || (code === undefined && kept.sentAt !== undefined)) throw published()
    return code === 'FINISHED' || code === 'IN_PROGRESS' ? kept.container : undefined
  }
  // The post exists, so a permalink that cannot be read is not a failure.
  const permalink = (by: Connection, id: string): Promise<string | null> =>
    graph({ path: nodePath(id), by, query: { fields: 'permalink' }, schema: Permalink }).then(
      (answer) => answer.permalink ?? null,
      () => null,
    )
  return {
    async publish(connection, post) {
      refuseMedia(post)
      const deadline = performance.now() + publishMs
      let container = await earlier(connection, post)
      if (container === undefined) {
        container = await prepareContainer(graph, connection, post, deadline)
        await post.progress.keep(JSON.stringify({ container }))
      }
      await untilFinished(graph, connection, container, deadline)
      await post.progress.keep(JSON.stringify({ container, sentAt: now().toISOString() }))
      const path = nodePath(connection.accountId, 'media_publish')
      const body = { creation_id: container }
      const { id } = await graph({ path, by: connection, creates: true, body, schema: Created })
      return { externalId: id, externalUrl: await permalink(connection, id) }
    },
    ...graphComments(graph, {
      comment: Comment,
      fields: 'id,text,timestamp',
      authorFields: 'username,from',
      limit: 50,
      toComment({ id, text, timestamp, username, from }) {
        const name = from?.username ?? username
        const author = name ? { id: from?.id ?? name, name } : null
        return { id, message: text, createdAt: timestamp ?? null, author }
      },
    }),
    async findPost(connection, post, since) {
      const kept = await recall(post.progress, Progress)
      // Nothing was published: the publishing call was never started, or the network refused it.
      if (kept?.sentAt === undefined) return []
      const { status_code: code } = await containerState(graph, connection, kept.container)
      if (code !== 'PUBLISHED') return []
      const path = nodePath(connection.accountId, 'media')
      const query = { fields: 'id,caption,permalink,timestamp', limit: '25' }
      const { data } = await graph({ path, by: connection, query, schema: Recent })
      const from = Math.min(since.getTime(), Date.parse(kept.sentAt)) - clockSkewMs
      return data
        .filter(({ caption, timestamp }) => {
          const same = (caption ?? '').trim() === post.text.trim()
          return same && Date.parse(timestamp ?? '') >= from
        })
        .map(({ id, permalink: url }) => ({ externalId: id, externalUrl: url ?? null }))
    },
  }
}

const published = () =>
  new NetworkError('unknown', 'An earlier attempt published this post already')

function refuseMedia({ media }: OutgoingPost): void {
  const refuse = (message: string) => new NetworkError('fix_content', message)
  if (media.length === 0) throw refuse('Posts on the photo network need an image or a video')
  if (media.length > mostMedia)
    throw refuse(`Posts on the photo network can have at most ${mostMedia} images or videos`)
  if (media.some((file) => !isVideo(file) && !file.contentType.startsWith('image/'))) {
    throw refuse('Posts on the photo network can have only images and videos')
  }
}
