import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type {
  Connection,
  OutgoingPost,
  Provider,
  Published,
  VideoDetails,
  VideoUploads,
} from '../provider.ts'
import { isVideo } from '../upload.ts'
import { videoResource } from './upload-session.ts'
import { recallUpload, uploadVideo } from './upload-video.ts'
import type { VideonetApi } from './videonet-api.ts'

const Created = z.looseObject({ id: z.string().min(1) })
const Videos = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string(),
        snippet: z.looseObject({ channelId: z.string(), categoryId: z.string().default('22') }),
      }),
    )
    .default([]),
})
const Channels = z.looseObject({
  items: z
    .array(
      z.looseObject({
        contentDetails: z.looseObject({ relatedPlaylists: z.looseObject({ uploads: z.string() }) }),
      }),
    )
    .default([]),
})
const Uploaded = z.looseObject({
  items: z
    .array(
      z.looseObject({
        snippet: z.looseObject({
          title: z.string(),
          publishedAt: z.string(),
          resourceId: z.looseObject({ videoId: z.string() }),
        }),
      }),
    )
    .default([]),
})
const Threads = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string(),
        snippet: z.looseObject({
          topLevelComment: z.looseObject({
            snippet: z.looseObject({
              textOriginal: z.string().optional(),
              textDisplay: z.string().default(''),
              publishedAt: z.string().optional(),
              authorDisplayName: z.string().optional(),
              authorChannelId: z.looseObject({ value: z.string() }).optional(),
            }),
          }),
        }),
      }),
    )
    .default([]),
})

const longestTitle = 100
const longestDescription = 5_000
const clockSkewMs = 60_000
const privacies = ['public', 'unlisted', 'private'] as const

const published = (id: string): Published => ({
  externalId: id,
  externalUrl: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
})
const refuse = (message: string) => new NetworkError('fix_content', message)

/** What a post says about its video. `fields.privacy` may be `unlisted` or `private`. */
function detailsOf({ title, text, fields }: OutgoingPost): VideoDetails {
  const name = title.trim()
  if (name === '') throw refuse('A video needs a title')
  if ([...name].length > longestTitle) throw refuse(`A title has at most ${longestTitle} characters`)
  if ([...text].length > longestDescription) {
    throw refuse(`A description has at most ${longestDescription} characters`)
  }
  const privacy = privacies.find((known) => known === fields['privacy']) ?? 'public'
  return { title: name, description: text, privacy }
}

/** Posting one video, commenting below it, and reading back. */
export function videonetPublishing(
  api: VideonetApi,
  uploads: VideoUploads,
  publishMs: number,
  now: () => Date,
): Pick<Provider, 'uploads' | 'publish' | 'comment' | 'readComments' | 'findPost'> {
  /** Shows a video that was uploaded before. The same call again changes nothing. */
  const release = async (
    { accountId, accessToken: token }: Connection,
    id: string,
    details: VideoDetails,
  ): Promise<Published> => {
    const list = { path: '/videos', token, query: { part: 'snippet', id }, schema: Videos }
    const [video] = (await api.call(list)).items
    if (video?.snippet.channelId !== accountId) {
      throw refuse('The uploaded video is not there any more, or it is of another channel')
    }
    const { snippet, status } = videoResource(details)
    await api.call({
      method: 'PUT',
      path: '/videos',
      token,
      query: { part: 'snippet,status' },
      body: { id, snippet: { ...snippet, categoryId: video.snippet.categoryId }, status },
      schema: Created,
    })
    return published(id)
  }
  return {
    uploads,
    async publish(connection, post) {
      const details = detailsOf(post)
      const { videoId } = post.fields
      if (typeof videoId === 'string' && videoId !== '') {
        if (post.media.length > 0) throw refuse('A post has one video: the uploaded one or a file')
        return release(connection, videoId, details)
      }
      const [file] = post.media
      if (file === undefined || post.media.length > 1 || !isVideo(file)) {
        throw refuse('The video platform takes exactly one video')
      }
      if (file.size === 0) throw refuse('The video is empty')
      const { progress } = post
      const deadline = performance.now() + publishMs
      return published(await uploadVideo(uploads, { connection, file, details, progress, deadline, now }))
    },
    async comment({ accountId, accessToken }, externalId, message) {
      const { id } = await api.call({
        path: '/commentThreads',
        token: accessToken,
        query: { part: 'snippet' },
        creates: true,
        body: {
          snippet: {
            channelId: accountId,
            videoId: externalId,
            topLevelComment: { snippet: { textOriginal: message } },
          },
        },
        schema: Created,
      })
      return { externalId: id }
    },
    async readComments({ accessToken }, externalId) {
      const { items } = await api.call({
        path: '/commentThreads',
        token: accessToken,
        query: {
          part: 'snippet',
          videoId: externalId,
          maxResults: '100',
          order: 'time',
          textFormat: 'plainText',
        },
        schema: Threads,
      })
      return items.map(({ id, snippet: { topLevelComment } }) => {
        const { snippet } = topLevelComment
        const name = snippet.authorDisplayName
        return {
          id,
          message: snippet.textOriginal ?? snippet.textDisplay,
          createdAt: snippet.publishedAt ?? null,
          author: name === undefined ? null : { id: snippet.authorChannelId?.value ?? name, name },
        }
      })
    },
    async findPost(connection, post, since) {
      const kept = await recallUpload(post.progress)
      const [file] = post.media
      if (kept === undefined || file === undefined) return []
      const state = await uploads.state(connection, kept.session, file.size)
      if (state.state === 'complete') return [published(state.videoId)]
      if (state.state === 'incomplete') return []
      // The session is forgotten: the channel's own list of uploads says what there is.
      const { accessToken: token } = connection
      const query = { part: 'contentDetails', mine: 'true' }
      const own = await api.call({ path: '/channels', token, query, schema: Channels })
      const playlistId = own.items[0]?.contentDetails.relatedPlaylists.uploads
      if (playlistId === undefined) return []
      const listed = await api.call({
        path: '/playlistItems',
        token,
        query: { part: 'snippet', playlistId, maxResults: '25' },
        schema: Uploaded,
      })
      const from = Math.min(since.getTime(), Date.parse(kept.startedAt)) - clockSkewMs
      return listed.items
        .filter(
          ({ snippet }) => snippet.title === post.title.trim() && Date.parse(snippet.publishedAt) >= from,
        )
        .map(({ snippet }) => published(snippet.resourceId.videoId))
    },
  }
}
