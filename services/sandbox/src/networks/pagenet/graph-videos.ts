import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { GraphRequest } from '../graph-api.ts'
import { GraphError, required } from '../graph-error.ts'
import { isRefusedText, isTooLarge } from '../post-limits.ts'
import {
  addPost,
  type PagenetSandbox,
  type SandboxPage,
  type SandboxVideo,
} from './pagenet-state.ts'

type Values = GraphRequest['values']

const wrongOffset = 1363037

/**
 * Handles one call in a resumable upload to a Page: `start`, `transfer` for each part, `finish`.
 * Throws `GraphError`.
 */
export async function videoPhase(
  state: PagenetSandbox,
  page: SandboxPage,
  values: Values,
): Promise<object> {
  const phase = required(values, 'upload_phase')
  if (phase === 'start') return start(state, page, values)
  const session = required(values, 'upload_session_id')
  const video = [...state.videos.values()].find((known) => known.session === session)
  if (video === undefined || video.pageId !== page.id) {
    throw new GraphError(400, 100, '(#100) The upload session is not known', 1363026)
  }
  if (phase === 'transfer') return transfer(state, video, values)
  if (phase !== 'finish')
    throw new GraphError(400, 100, '(#100) upload_phase is none of start, transfer, finish')
  if (video.received < video.size) {
    throw new GraphError(
      400,
      100,
      '(#100) The video is not complete',
      wrongOffset,
      offsets(state, video),
    )
  }
  if (video.published)
    throw new GraphError(400, 100, '(#100) The upload session was finished before', 1363026)
  const description = String(values['description'] ?? '')
  if (isRefusedText('pagenet', 'body', description)) {
    throw new GraphError(400, 100, '(#100) The description is too long')
  }
  video.published = true
  addPost(page, { id: video.id, message: description, link: null, media: [video.id] })
  return { success: true }
}

/** Returns the response to `GET /{video-id}?fields=status`. */
export const videoStatus = ({ id, published }: SandboxVideo): object => ({
  id,
  status: {
    video_status: published ? 'processing' : 'uploading',
    uploading_phase: { status: published ? 'complete' : 'in_progress' },
    publishing_phase: { status: published ? 'complete' : 'not_started' },
  },
})

function start(state: PagenetSandbox, page: SandboxPage, values: Values): object {
  const size = Number(values['file_size'])
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new GraphError(400, 100, '(#100) The parameter file_size is required')
  }
  if (isTooLarge('pagenet', 'video/mp4', size)) {
    throw new GraphError(400, 352, '(#352) The video is too large')
  }
  const video: SandboxVideo = {
    id: String(randomInt(1e12)),
    session: randomBytes(9).toString('base64url'),
    pageId: page.id,
    size,
    received: 0,
    sha256: createHash('sha256'),
    published: false,
  }
  state.videos.set(video.id, video)
  return { upload_session_id: video.session, video_id: video.id, ...offsets(state, video) }
}

async function transfer(
  state: PagenetSandbox,
  video: SandboxVideo,
  values: Values,
): Promise<object> {
  const chunk = values['video_file_chunk']
  if (!(chunk instanceof Blob)) {
    throw new GraphError(400, 100, '(#100) The parameter video_file_chunk is required')
  }
  if (Number(required(values, 'start_offset')) !== video.received) {
    throw new GraphError(
      400,
      6001,
      'This part is not the one that is due',
      wrongOffset,
      offsets(state, video),
    )
  }
  if (
    chunk.size === 0 ||
    chunk.size > Math.min(state.videoPartBytes, video.size - video.received)
  ) {
    throw new GraphError(400, 6000, 'This part is too large', 1363021)
  }
  video.received += chunk.size
  video.sha256.update(new Uint8Array(await chunk.arrayBuffer()))
  return offsets(state, video)
}

const offsets = (state: PagenetSandbox, { received, size }: SandboxVideo): object => ({
  start_offset: String(received),
  end_offset: String(Math.min(received + state.videoPartBytes, size)),
})
