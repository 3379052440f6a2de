import { z } from 'zod'
import { streamedForm } from '../../network/streamed-body.ts'
import type { Api } from '../api.ts'
import { Created, edgeOf, graphComments } from '../graph/graph-comments.ts'
import type { Connection, MediaFile, OutgoingPost, Provider, Published } from '../provider.ts'
import { isVideo, uploadBudget } from '../upload.ts'
import { findVideo, postVideo } from './upload-video.ts'

const Author = z.looseObject({ id: z.coerce.string(), name: z.string().catch('') })
const Comment = z.looseObject({
  id: z.coerce.string(),
  message: z.string().catch(''),
  created_time: z.string().nullish(),
  from: Author.nullish(),
})
const Feed = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.coerce.string(),
      message: z.string().nullish(),
      created_time: z.string().nullish(),
    }),
  ),
})

const postUrl = (id: string): string => `https://www.facebook.com/${id}`

/** What the text becomes: beside media the network shows no preview, so the link stands in the text. */
function messageOf({ text, previewLink, media }: OutgoingPost): string {
  if (previewLink === null || media.length === 0 || text.includes(previewLink)) return text
  return text === '' ? previewLink : `${text}\n${previewLink}`
}

/** Posting, commenting and reading back on a Page. */
export function pagenetPublishing(
  graph: Api,
  publishMs: number,
  now: () => Date,
): Pick<Provider, 'publish' | 'comment' | 'readComments' | 'findPost'> {
  const uploadPhoto = ({ accountId, accessToken }: Connection, file: MediaFile) =>
    graph({
      path: edgeOf(accountId, 'photos'),
      token: accessToken,
      accountId,
      schema: Created,
      // Unpublished: sending it twice shows nothing to anybody. It stands in the address too, where whoever
      // cannot read the file's form finds it.
      query: { published: 'false' },
      body: streamedForm([['published', 'false']], 'source', file),
    })
  return {
    async publish(connection, post) {
      const { accountId, accessToken } = connection
      const message = messageOf(post)
      const video = post.media.find(isVideo)
      if (video !== undefined) {
        const { progress } = post
        const deadline = performance.now() + uploadBudget(publishMs, video.size)
        const about = { connection, file: video, description: message, progress, deadline, now }
        const id = await postVideo(graph, about)
        return { externalId: id, externalUrl: postUrl(id) }
      }
      const photos: string[] = []
      for (const file of post.media) photos.push((await uploadPhoto(connection, file)).id)
      const { id } = await graph({
        path: edgeOf(accountId, 'feed'),
        token: accessToken,
        accountId,
        creates: true,
        schema: Created,
        body: {
          ...(message === '' ? {} : { message }),
          ...(photos.length === 0 && post.previewLink !== null ? { link: post.previewLink } : {}),
          ...(photos.length === 0 ? {} : { attached_media: photos.map((photo) => ({ media_fbid: photo })) }),
          published: true,
        },
      })
      return { externalId: id, externalUrl: postUrl(id) }
    },
    ...graphComments(graph, {
      comment: Comment,
      fields: 'id,message,created_time',
      authorFields: 'from{id,name}',
      limit: 100,
      toComment: ({ id, message, created_time: createdAt, from }) => ({
        id,
        message,
        createdAt: createdAt ?? null,
        author: from ? { id: from.id, name: from.name } : null,
      }),
    }),
    async findPost(connection, post, since): Promise<Published[]> {
      if (post.media.some(isVideo)) {
        const id = await findVideo(graph, connection, post.progress)
        return id === undefined ? [] : [{ externalId: id, externalUrl: postUrl(id) }]
      }
      const { accountId, accessToken } = connection
      const { data } = await graph({
        path: edgeOf(accountId, 'feed'),
        token: accessToken,
        accountId,
        query: { fields: 'id,message,created_time', limit: '25' },
        schema: Feed,
      })
      const message = messageOf(post)
      return data
        .filter(
          (entry) =>
            message !== '' &&
            entry.message === message &&
            Date.parse(entry.created_time ?? '') >= since.getTime() - 60_000,
        )
        .map(({ id }) => ({ externalId: id, externalUrl: postUrl(id) }))
    },
  }
}
