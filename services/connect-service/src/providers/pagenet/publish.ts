import { textWithLink } from '@atrium/contracts'
import { z } from 'zod'
import { streamedForm } from '../../network/streamed-body.ts'
import type { Api } from '../api.ts'
import type { CreateDeps } from '../define-provider.ts'
import { nodePath, tokenField } from '../graph/graph-client.ts'
import { Created, graphComments } from '../graph/graph-comments.ts'
import type { Connection, OutgoingMedia, OutgoingPost, Provider, Published } from '../provider.ts'
import { isVideo, pictureText, uploadBudget } from '../upload.ts'
import { findVideo, postVideo } from './upload-video.ts'

const Author = z.object({ id: z.coerce.string(), name: z.string().catch('') })
const Comment = z.object({
  id: z.coerce.string(),
  message: z.string().catch(''),
  created_time: z.string().nullish(),
  from: Author.nullish(),
})
const Entry = z.object({
  id: z.coerce.string(),
  message: z.string().nullish(),
  created_time: z.string().nullish(),
})
const Feed = z.object({ data: z.array(Entry) })

const published = (externalId: string): Published => ({
  externalId,
  externalUrl: `https://www.facebook.com/${externalId}`,
})

/** Adds the link to the text if there are media, because the network then shows no link preview. */
const toMessage = (post: OutgoingPost): string =>
  post.media.length === 0 ? post.text : textWithLink(post)

export function pagenetPublishing(
  graph: Api,
  { publishMs, now }: CreateDeps,
): Pick<Provider, 'publish' | 'comment' | 'readComments' | 'findPost'> {
  const uploadPhoto = (by: Connection, file: OutgoingMedia) => {
    const text = pictureText(file)
    const altText = text === undefined ? [] : [['alt_text_custom', text] as const]
    return graph({
      path: nodePath(by.accountId, 'photos'),
      by,
      schema: Created,
      // Uploaded as unpublished, so a repeated upload stays invisible. The URL repeats the flag for
      // networks that do not read the form.
      query: { published: 'false' },
      body: streamedForm([tokenField(by), ['published', 'false'], ...altText], 'source', file),
    })
  }
  return {
    async publish(connection, post) {
      const message = toMessage(post)
      const video = post.media.find(isVideo)
      if (video !== undefined) {
        const { progress } = post
        const deadline = performance.now() + uploadBudget(publishMs, video.size)
        const about = { connection, file: video, description: message, progress, deadline, now }
        return published(await postVideo(graph, about))
      }
      const photos: string[] = []
      for (const file of post.media) photos.push((await uploadPhoto(connection, file)).id)
      const link =
        photos.length === 0 && post.previewLink !== null ? { link: post.previewLink } : {}
      const media =
        photos.length === 0 ? {} : { attached_media: photos.map((id) => ({ media_fbid: id })) }
      const { id } = await graph({
        path: nodePath(connection.accountId, 'feed'),
        by: connection,
        creates: true,
        schema: Created,
        body: { ...(message === '' ? {} : { message }), ...link, ...media, published: true },
      })
      return published(id)
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
        return id === undefined ? [] : [published(id)]
      }
      const message = toMessage(post)
      const path = nodePath(connection.accountId, 'feed')
      const query = { fields: 'id,message,created_time', limit: '25' }
      const { data } = await graph({ path, by: connection, query, schema: Feed })
      const from = since.getTime() - 60_000
      const same = data.filter((entry) => message !== '' && entry.message === message)
      const recent = same.filter((entry) => Date.parse(entry.created_time ?? '') >= from)
      return recent.map(({ id }) => published(id))
    },
  }
}
