import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Graph } from '../graph/graph-client.ts'
import type { Connection, MediaFile, OutgoingPost, Provider, Published, ReadComment } from '../provider.ts'

const Created = z.looseObject({ id: z.coerce.string().min(1) })
const Author = z.looseObject({ id: z.coerce.string(), name: z.string().default('') })
const Comments = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.coerce.string(),
      message: z.string().default(''),
      created_time: z.string().optional(),
      from: Author.optional(),
    }),
  ),
})
const Feed = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.coerce.string(),
      message: z.string().optional(),
      created_time: z.string().optional(),
    }),
  ),
})

const postUrl = (id: string): string => `https://www.facebook.com/${id}`
const pathOf = (id: string, edge: string): string => `/${encodeURIComponent(id)}/${edge}`

function form(file: MediaFile, fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('source', new Blob([file.bytes], { type: file.contentType }), file.name)
  return data
}

const isVideo = ({ contentType }: MediaFile): boolean => contentType.startsWith('video/')

/** What the text becomes: beside media the network shows no preview, so the link stands in the text. */
function messageOf({ text, previewLink, media }: OutgoingPost): string {
  if (previewLink === null || media.length === 0 || text.includes(previewLink)) return text
  return text === '' ? previewLink : `${text}\n${previewLink}`
}

/** Posting, commenting and reading back on a Page. */
export function pagenetPublishing(
  graph: Graph,
): Pick<Provider, 'publish' | 'comment' | 'readComments' | 'findPost'> {
  const uploadPhoto = ({ accountId, accessToken }: Connection, file: MediaFile) =>
    graph({
      method: 'POST',
      path: pathOf(accountId, 'photos'),
      token: accessToken,
      accountId,
      schema: Created,
      // Unpublished: sending it twice shows nothing to anybody.
      body: form(file, { published: 'false' }),
    })
  const readComments = async (
    { accountId, accessToken }: Connection,
    externalId: string,
    fields: string,
  ): Promise<ReadComment[]> => {
    const { data } = await graph({
      method: 'GET',
      path: pathOf(externalId, 'comments'),
      token: accessToken,
      accountId,
      query: { fields, limit: '100' },
      schema: Comments,
    })
    return data.map((comment) => ({
      id: comment.id,
      message: comment.message,
      createdAt: comment.created_time ?? null,
      author: comment.from === undefined ? null : { id: comment.from.id, name: comment.from.name },
    }))
  }
  return {
    async publish(connection, post) {
      const { accountId, accessToken } = connection
      const message = messageOf(post)
      const video = post.media.find(isVideo)
      const shared = { method: 'POST', token: accessToken, accountId, creates: true } as const
      if (video !== undefined) {
        const body = form(video, { description: message })
        const { id } = await graph({ ...shared, path: pathOf(accountId, 'videos'), body, schema: Created })
        return { externalId: id, externalUrl: postUrl(id) }
      }
      const photos: string[] = []
      for (const file of post.media) photos.push((await uploadPhoto(connection, file)).id)
      const { id } = await graph({
        ...shared,
        path: pathOf(accountId, 'feed'),
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
    async comment({ accountId, accessToken }, externalId, message) {
      const { id } = await graph({
        method: 'POST',
        path: pathOf(externalId, 'comments'),
        token: accessToken,
        accountId,
        creates: true,
        schema: Created,
        body: { message },
      })
      return { externalId: id }
    },
    async readComments(connection, externalId) {
      const plain = 'id,message,created_time'
      try {
        return await readComments(connection, externalId, `${plain},from{id,name}`)
      } catch (error) {
        // The network refuses the whole request when one author may not be seen: once more without.
        if (!(error instanceof NetworkError) || error.code !== 100) throw error
        return readComments(connection, externalId, plain)
      }
    },
    async findPost({ accountId, accessToken }, post, since): Promise<Published[]> {
      const { data } = await graph({
        method: 'GET',
        path: pathOf(accountId, 'feed'),
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
