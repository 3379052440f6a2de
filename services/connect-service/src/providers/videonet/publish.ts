import { platformRules, textLength } from '@atrium/contracts'
import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { pageAt } from '../api.ts'
import type { CreateDeps } from '../define-provider.ts'
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
import { listSchema, ownUploads, pageSchema, type VideonetApi, watchUrl } from './videonet-api.ts'

const Created = z.object({ id: z.string().min(1) })
const Videos = listSchema({
  id: z.string(),
  snippet: z.object({ channelId: z.string(), categoryId: z.string().default('22') }),
})
const Uploaded = listSchema({
  snippet: z.object({
    title: z.string(),
    publishedAt: z.string(),
    resourceId: z.object({ videoId: z.string() }),
  }),
})
const Comment = z.object({
  textOriginal: z.string().optional(),
  textDisplay: z.string().default(''),
  publishedAt: z.string().optional(),
  authorDisplayName: z.string().optional(),
  authorChannelId: z.object({ value: z.string() }).optional(),
})
const Threads = pageSchema({
  id: z.string(),
  snippet: z.object({ topLevelComment: z.object({ snippet: Comment }) }),
})

const clockSkewMs = 60_000
const privacies = ['public', 'unlisted', 'private'] as const

const published = (id: string): Published => ({ externalId: id, externalUrl: watchUrl(id) })
const refuse = (message: string) => new NetworkError('fix_content', message)

/** Returns the details of a post's video. `fields.privacy` may be `unlisted` or `private`. */
function toDetails({ title, text, fields }: OutgoingPost): VideoDetails {
  const name = title.trim()
  if (name === '') throw refuse('Enter a title for the video')
  const { title: titleRules, body } = platformRules.videonet
  if (titleRules !== null && textLength(name, 'characters') > titleRules.max) {
    throw refuse(`A title can have at most ${titleRules.max} characters`)
  }
  if (textLength(text, body.count) > body.max)
    throw refuse(`The description is too long. It can have at most ${body.max} bytes.`)
  const privacy = privacies.find((known) => known === fields['privacy']) ?? 'public'
  return { title: name, description: text, privacy }
}

export function videonetPublishing(
  api: VideonetApi,
  uploads: VideoUploads,
  { publishMs, now }: CreateDeps,
): Pick<Provider, 'uploads' | 'publish' | 'comment' | 'readComments' | 'findPost'> {
  /** Publishes a video that was uploaded before. Repeating the call changes nothing. */
  const release = async (by: Connection, id: string, details: VideoDetails): Promise<Published> => {
    const list = { path: '/videos', by, query: { part: 'snippet', id }, schema: Videos }
    const [video] = (await api.call(list)).items
    if (video?.snippet.channelId !== by.accountId) {
      throw refuse(
        'The uploaded video was deleted, or it belongs to another account. Upload it again.',
      )
    }
    const { snippet, status } = videoResource(details)
    const body = { id, snippet: { ...snippet, categoryId: video.snippet.categoryId }, status }
    const query = { part: 'snippet,status' }
    await api.call({ method: 'PUT', path: '/videos', by, query, body, schema: Created })
    return published(id)
  }
  return {
    uploads,
    async publish(connection, post) {
      const details = toDetails(post)
      const { videoId } = post.fields
      if (typeof videoId === 'string' && videoId !== '') {
        if (post.media.length > 0) throw refuse('Choose either the uploaded video or a file')
        return release(connection, videoId, details)
      }
      const [file] = post.media
      if (file === undefined || post.media.length > 1 || !isVideo(file)) {
        throw refuse('Posts on the video platform need exactly one video')
      }
      if (file.size === 0) throw refuse('The video is empty')
      const { progress } = post
      const deadline = performance.now() + publishMs
      return published(
        await uploadVideo(uploads, { connection, file, details, progress, deadline, now }),
      )
    },
    async comment(by, externalId, message) {
      const topLevelComment = { snippet: { textOriginal: message } }
      const body = { snippet: { channelId: by.accountId, videoId: externalId, topLevelComment } }
      const thread = { path: '/commentThreads', by, query: { part: 'snippet' }, body }
      const { id } = await api.call({ ...thread, creates: true, schema: Created })
      return { externalId: id }
    },
    async readComments(by, { externalId, cursor }) {
      const more = { maxResults: '100', order: 'time', textFormat: 'plainText' }
      const query = {
        part: 'snippet',
        videoId: externalId,
        ...more,
        ...pageAt('pageToken', cursor),
      }
      const asked = { path: '/commentThreads', by, query, schema: Threads }
      const { items, nextPageToken } = await api.call(asked)
      const comments = items.map(({ id, snippet: { topLevelComment } }) => {
        const { snippet } = topLevelComment
        const name = snippet.authorDisplayName
        return {
          id,
          message: snippet.textOriginal ?? snippet.textDisplay,
          createdAt: snippet.publishedAt ?? null,
          author: name === undefined ? null : { id: snippet.authorChannelId?.value ?? name, name },
        }
      })
      return { comments, next: nextPageToken ?? null }
    },
    async findPost(by, post, since) {
      const kept = await recallUpload(post.progress)
      const [file] = post.media
      if (kept === undefined || file === undefined) return []
      const state = await uploads.state(by, kept.session, file.size)
      if (state.state === 'complete') return [published(state.videoId)]
      if (state.state === 'incomplete') return []
      // If the platform has forgotten the session, the channel's own list of uploads decides.
      const playlistId = await ownUploads(api.call, by)
      if (playlistId === undefined) return []
      const query = { part: 'snippet', playlistId, maxResults: '25' }
      const listed = await api.call({ path: '/playlistItems', by, query, schema: Uploaded })
      const from = Math.min(since.getTime(), Date.parse(kept.startedAt)) - clockSkewMs
      return listed.items
        .filter(
          ({ snippet }) =>
            snippet.title === post.title.trim() && Date.parse(snippet.publishedAt) >= from,
        )
        .map(({ snippet }) => published(snippet.resourceId.videoId))
    },
  }
}
