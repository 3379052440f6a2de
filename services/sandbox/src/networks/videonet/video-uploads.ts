import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { isTooLarge } from '../post-limits.ts'
import { videoDetails } from './video-details.ts'
import { required, VideonetProblem } from './videonet-problem.ts'
import {
  type UploadSession,
  type VideoChannel,
  type VideonetState,
  videoId,
} from './videonet-state.ts'

/**
 * All chunks except the last are multiples of this size. So is the stored part of a broken chunk.
 */
const granule = 256 * 1024

/**
 * Handles `POST /upload/youtube/v3/videos`: starts a session and returns its address. Throws
 * `VideonetProblem`.
 */
export async function startUpload(
  c: Context<SandboxEnv>,
  state: VideonetState,
  channel: VideoChannel,
): Promise<Response> {
  const query = c.req.query()
  if (required(query, 'uploadType') !== 'resumable') {
    throw new VideonetProblem(400, 'badRequest', 'Only resumable uploads are taken here')
  }
  const parts = required(query, 'part').split(',')
  if (parts.some((part) => !['snippet', 'status', 'contentDetails'].includes(part))) {
    throw new VideonetProblem(400, 'unknownPart', `Unknown part in ${parts.join(',')}`)
  }
  const type = c.req.header('x-upload-content-type') ?? ''
  if (!/^(?:video\/|application\/octet-stream)/.test(type)) {
    throw new VideonetProblem(400, 'mediaBodyRequired', 'The upload has to be a video')
  }
  const announced = c.req.header('x-upload-content-length')
  if (announced !== undefined && !/^[1-9]\d*$/.test(announced)) {
    throw new VideonetProblem(400, 'badRequest', 'X-Upload-Content-Length is not a size')
  }
  if (isTooLarge('videonet', 'video/mp4', Number(announced ?? 0))) {
    throw new VideonetProblem(400, 'mediaBodyRequired', 'The video is too large')
  }
  const body = await c.req.json<Record<string, unknown>>().catch(() => {
    throw new VideonetProblem(400, 'parseError', 'Parse Error')
  })
  const details = videoDetails(body)
  if (
    state.videos.filter(({ channelId }) => channelId === channel.id).length >= state.uploadLimit
  ) {
    throw new VideonetProblem(
      400,
      'uploadLimitExceeded',
      'The user has exceeded the number of videos they may upload.',
    )
  }
  const session: UploadSession = {
    id: randomBytes(24).toString('base64url'),
    channelId: channel.id,
    details,
    size: announced === undefined ? null : Number(announced),
    chunks: [],
    received: 0,
    videoId: null,
    origin: c.req.header('origin') ?? null,
  }
  state.sessions.set(session.id, session)
  const address = new URL(c.req.url)
  address.search = new URLSearchParams({
    uploadType: 'resumable',
    upload_id: session.id,
  }).toString()
  return c.body(null, 200, { location: address.href, ...crossOrigin(session) })
}

/**
 * Returns the headers to let a browser page read the responses, if the session was started for that
 * page.
 */
export const crossOrigin = ({ origin }: UploadSession): Record<string, string> =>
  origin === null
    ? {}
    : {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'location, range, x-guploader-uploadid',
      }

/**
 * Handles `PUT` to a session's address: a chunk, or `bytes *` for its state. Throws
 * `VideonetProblem`.
 */
export async function continueUpload(
  c: Context<SandboxEnv>,
  state: VideonetState,
): Promise<Response> {
  const session = state.sessions.get(c.req.query('upload_id') ?? '')
  if (session === undefined)
    throw new VideonetProblem(404, 'notFound', 'The upload session was not found')
  if (session.videoId === null) {
    const problem = await takeChunk(c, state, session)
    if (problem === 'cut') {
      c.env.incoming.socket.destroy()
      return c.body(null, 502)
    }
  }
  const headers = crossOrigin(session)
  const video = state.videos.find(({ id }) => id === session.videoId)
  if (video !== undefined) {
    const { id, channelId, title, description, categoryId, privacy } = video
    return c.json(
      {
        kind: 'youtube#video',
        id,
        snippet: {
          channelId,
          title,
          description,
          categoryId,
          publishedAt: video.createdAt.toISOString(),
        },
        status: { uploadStatus: 'uploaded', privacyStatus: privacy },
      },
      201,
      headers,
    )
  }
  const range = session.received === 0 ? {} : { range: `bytes=0-${session.received - 1}` }
  return c.body(null, 308 as 300, { ...headers, ...range })
}

async function takeChunk(
  c: Context<SandboxEnv>,
  state: VideonetState,
  session: UploadSession,
): Promise<'cut' | undefined> {
  const bad = (message: string) => new VideonetProblem(400, 'badRequest', message)
  const header = c.req.header('content-range')
  const length = Number(c.req.header('content-length') ?? 0)
  // Without a range the request contains the whole file.
  const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(
    header ?? `bytes 0-${length - 1}/${length}`,
  )
  if (range === null) throw bad('Content-Range is malformed')
  const [, first, last, total] = range
  if (total !== '*') {
    if (session.size !== null && session.size !== Number(total))
      throw bad('The size differs from what was announced')
    session.size = Number(total)
  }
  if (first === undefined || last === undefined) return undefined
  const [start, end] = [Number(first), Number(last) + 1]
  if (end - start !== length) throw bad('Content-Range does not fit Content-Length')
  const whole = session.size !== null && end === session.size
  if (!whole && length % granule !== 0) throw bad('A chunk has to be a multiple of 256 KiB')
  if (start > session.received) throw bad('There is a gap before this chunk')
  const limit = state.cutAfterBytes
  const bytes = await readBody(c.env.incoming, limit ?? Number.POSITIVE_INFINITY)
  const broken = bytes.length < length
  if (broken) state.cutAfterBytes = null
  // Skips bytes stored already.
  const fresh = bytes.subarray(session.received - start)
  const kept = broken ? fresh.subarray(0, Math.floor(fresh.length / granule) * granule) : fresh
  session.chunks.push(kept)
  session.received += kept.length
  if (broken) return 'cut'
  if (session.received === session.size) finish(state, session)
  return undefined
}

async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= limit) break
  }
  const all = Buffer.concat(chunks)
  return length >= limit ? all.subarray(0, limit) : all
}

function finish(state: VideonetState, session: UploadSession): void {
  const hash = createHash('sha256')
  for (const chunk of session.chunks) hash.update(chunk)
  const id = videoId()
  state.videos.push({
    id,
    channelId: session.channelId,
    ...session.details,
    bytes: session.received,
    sha256: hash.digest('hex'),
    createdAt: new Date(),
    comments: [],
  })
  session.videoId = id
  session.chunks = []
}
