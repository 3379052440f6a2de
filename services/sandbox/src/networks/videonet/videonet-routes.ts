import { randomBytes } from 'node:crypto'
import { isRefusedText } from '../post-limits.ts'
import { openAudience, openReactions } from '../visitors.ts'
import { videoDetails } from './video-details.ts'
import { required, VideonetProblem } from './videonet-problem.ts'
import type { SandboxVideo, VideoChannel, VideoComment, VideonetState } from './videonet-state.ts'

export interface VideonetRequest {
  method: string
  path: string
  query: Record<string, string>
  body: Record<string, unknown>
}

/** Returns a call's quota units. */
export const findCost = (call: string): number =>
  call === 'POST /upload' ? 100 : call.startsWith('GET ') ? 1 : 50

/**
 * Handles one call of a signed-in user. `channel` is the user's channel, if there is one. Throws
 * `VideonetProblem`.
 */
export function videonetCall(
  state: VideonetState,
  channel: VideoChannel | undefined,
  { method, path, query, body }: VideonetRequest,
): object {
  const parts = required(query, 'part').split(',')
  const call = `${method} ${path}`
  if (call === 'GET /channels') {
    if (query['mine'] !== 'true')
      throw new VideonetProblem(400, 'missingRequiredParameter', 'No filter selected')
    return {
      kind: 'youtube#channelListResponse',
      items: channel === undefined ? [] : [shownChannel(state, channel, parts)],
    }
  }
  if (channel === undefined) {
    throw new VideonetProblem(401, 'youtubeSignupRequired', 'The account has no channel')
  }
  if (call === 'GET /videos') {
    const ids = required(query, 'id').split(',')
    const seen = state.videos.filter(
      ({ id, privacy, channelId }) =>
        ids.includes(id) && (privacy !== 'private' || channelId === channel.id),
    )
    return {
      kind: 'youtube#videoListResponse',
      items: seen.map((video) => shownVideo(state, video, parts)),
    }
  }
  if (call === 'PUT /videos') return updateVideo(state, channel, body)
  if (call === 'GET /playlistItems') {
    if (required(query, 'playlistId') !== toUploadsId(channel)) {
      throw new VideonetProblem(404, 'playlistNotFound', 'The playlist cannot be found.')
    }
    const most = Number(query['maxResults'] ?? 5)
    if (!Number.isInteger(most) || most < 0 || most > 50) {
      throw new VideonetProblem(400, 'invalidParameter', `Invalid value '${most}'`)
    }
    const channelVideos = state.videos
      .filter(({ channelId }) => channelId === channel.id)
      .toReversed()
    const from = Number(query['pageToken'] ?? 0)
    if (!Number.isInteger(from))
      throw new VideonetProblem(400, 'invalidPageToken', 'Invalid page token')
    return {
      items: channelVideos.slice(from, from + most).map(shownItem),
      ...(from + most < channelVideos.length ? { nextPageToken: String(from + most) } : {}),
    }
  }
  if (call === 'POST /commentThreads') return addComment(state, channel, body)
  if (call === 'GET /commentThreads') {
    const video = findVideo(state, required(query, 'videoId'))
    const most = Number(query['maxResults'] ?? 20)
    const from = Number(query['pageToken'] ?? 0)
    if (!(most >= 1 && most <= 100)) {
      throw new VideonetProblem(400, 'invalidParameter', `Invalid value '${most}'`)
    }
    if (!Number.isInteger(from))
      throw new VideonetProblem(400, 'invalidPageToken', 'Invalid page token')
    const newest = video.comments.toReversed()
    return {
      items: newest.slice(from, from + most).map((comment) => shownThread(video, comment)),
      ...(from + most < newest.length ? { nextPageToken: String(from + most) } : {}),
    }
  }
  throw new VideonetProblem(404, 'notFound', 'Not Found')
}

const toUploadsId = ({ id }: VideoChannel): string => id.replace(/^UC/, 'UU')

const shownChannel = (
  state: VideonetState,
  channel: VideoChannel,
  parts: readonly string[],
): object => ({
  kind: 'youtube#channel',
  id: channel.id,
  ...(parts.includes('snippet')
    ? { snippet: { title: channel.title, thumbnails: { default: { url: channel.pictureUrl } } } }
    : {}),
  ...(parts.includes('contentDetails')
    ? { contentDetails: { relatedPlaylists: { likes: '', uploads: toUploadsId(channel) } } }
    : {}),
  ...(parts.includes('statistics') ? { statistics: toStatistics(state, channel) } : {}),
})

/** Returns counts as this network writes them: digits as text. */
function toStatistics({ audience, videos }: VideonetState, { id }: VideoChannel): object {
  const { followers, views } = openAudience(audience, id)
  return {
    subscriberCount: String(followers),
    hiddenSubscriberCount: false,
    videoCount: String(videos.filter(({ channelId }) => channelId === id).length),
    viewCount: String(views),
  }
}

/** Returns counts as this network writes them: digits as text. */
function videoCounts({ audience }: VideonetState, { id, comments }: SandboxVideo): object {
  const { views, likes } = openReactions(audience, id)
  return {
    viewCount: String(views),
    likeCount: String(likes),
    commentCount: String(comments.length),
  }
}

const shownVideo = (
  state: VideonetState,
  video: SandboxVideo,
  parts: readonly string[],
): object => ({
  kind: 'youtube#video',
  id: video.id,
  ...(parts.includes('statistics') ? { statistics: videoCounts(state, video) } : {}),
  snippet: {
    channelId: video.channelId,
    title: video.title,
    description: video.description,
    categoryId: video.categoryId,
    publishedAt: video.createdAt.toISOString(),
  },
  status: { uploadStatus: 'processed', privacyStatus: video.privacy },
})

const shownItem = (video: SandboxVideo): object => ({
  snippet: {
    title: video.title,
    description: video.description,
    publishedAt: video.createdAt.toISOString(),
    resourceId: { kind: 'youtube#video', videoId: video.id },
  },
})

function findVideo(state: VideonetState, id: string): SandboxVideo {
  const video = state.videos.find((known) => known.id === id)
  if (video === undefined) {
    throw new VideonetProblem(404, 'videoNotFound', 'The video cannot be found.')
  }
  return video
}

function updateVideo(
  state: VideonetState,
  channel: VideoChannel,
  body: Record<string, unknown>,
): object {
  const video = findVideo(state, String(body['id'] ?? ''))
  if (video.channelId !== channel.id)
    throw new VideonetProblem(403, 'forbidden', 'The video is not yours')
  return shownVideo(state, Object.assign(video, videoDetails(body)), ['snippet', 'status'])
}

const inner = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

function addComment(
  state: VideonetState,
  channel: VideoChannel,
  body: Record<string, unknown>,
): object {
  const snippet = body['snippet']
  const video = findVideo(state, String(inner(snippet, 'videoId') ?? ''))
  const text = String(
    inner(inner(inner(snippet, 'topLevelComment'), 'snippet'), 'textOriginal') ?? '',
  )
  if (text.trim() === '')
    throw new VideonetProblem(400, 'commentTextRequired', 'The comment has no text')
  if (isRefusedText('videonet', 'comment', text))
    throw new VideonetProblem(400, 'commentTextTooLong', 'The comment is too long')
  if (state.commentsDisabled) {
    throw new VideonetProblem(403, 'commentsDisabled', 'The video has disabled comments.')
  }
  const comment: VideoComment = {
    id: `Ug${randomBytes(12).toString('base64url')}`,
    text,
    author: { id: channel.id, name: channel.title },
    createdAt: new Date(),
  }
  video.comments.push(comment)
  return shownThread(video, comment)
}

const shownThread = (video: SandboxVideo, comment: VideoComment): object => ({
  kind: 'youtube#commentThread',
  id: comment.id,
  snippet: {
    videoId: video.id,
    topLevelComment: {
      id: comment.id,
      snippet: {
        textOriginal: comment.text,
        textDisplay: comment.text,
        authorDisplayName: comment.author.name,
        authorChannelId: { value: comment.author.id },
        publishedAt: comment.createdAt.toISOString(),
      },
    },
  },
})
