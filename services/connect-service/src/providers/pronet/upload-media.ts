import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { streamedBytes } from '../../network/streamed-body.ts'
import type { Api } from '../api.ts'
import type { Connection, OutgoingMedia, OutgoingPost } from '../provider.ts'
import { isVideo, poll, resume, stillBusy } from '../upload.ts'

const Image = z.object({
  value: z.object({ uploadUrl: z.string().min(1), image: z.string().min(1) }),
})
const Part = z.object({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() })
const Video = z.object({
  value: z.object({
    video: z.string().min(1),
    uploadToken: z.string().default(''),
    uploadInstructions: z.array(Part).min(1),
  }),
})
const State = z.object({ status: z.string() })
const Kept = z.object({ at: z.number(), urns: z.array(z.string()), waiting: z.string().optional() })

const pollMs = 2_000
const retryAfter = 30

export const toOwnerUrn = ({ accountId }: Connection): string => `urn:li:person:${accountId}`

/**
 * Uploads a post's media and returns their URNs. Throws `retry` at the deadline. The next attempt
 * continues.
 */
export async function uploadMedia(
  api: Api,
  connection: Connection,
  { media, progress }: Pick<OutgoingPost, 'media' | 'progress'>,
  { deadline, now }: { deadline: number; now: Date },
): Promise<string[]> {
  if (media.length === 0) return []
  return resume({ progress, now }, Kept, { urns: [] }, async (state) => {
    for (const [index, file] of media.entries()) {
      if (state.urns[index] !== undefined) continue
      if (isVideo(file)) {
        state.waiting ??= await sendVideo(api, connection, file, deadline)
        await untilAvailable(api, connection, state.waiting, deadline)
        state.urns.push(state.waiting)
        state.waiting = undefined
      } else state.urns.push(await sendImage(api, connection, file))
      // Leave enough of the caller's minute for the next step.
      if (performance.now() > deadline) throw stillBusy('uploaded', retryAfter)
    }
    return state.urns
  })
}

const initialize = <S extends z.ZodType>(
  api: Api,
  {
    by,
    kind,
    about,
    schema,
  }: { by: Connection; kind: 'images' | 'videos'; about: Record<string, unknown>; schema: S },
) =>
  api({
    path: `/rest/${kind}`,
    query: { action: 'initializeUpload' },
    by,
    body: { initializeUploadRequest: { owner: toOwnerUrn(by), ...about } },
    schema,
  })

async function sendImage(api: Api, by: Connection, file: OutgoingMedia): Promise<string> {
  const { value } = await initialize(api, { by, kind: 'images', about: {}, schema: Image })
  const body = streamedBytes(file, file.contentType)
  await api.answer({ method: 'PUT', path: value.uploadUrl, by, body })
  return value.image
}

async function sendVideo(
  api: Api,
  by: Connection,
  file: OutgoingMedia,
  deadline: number,
): Promise<string> {
  const about = { fileSizeBytes: file.size, uploadCaptions: false, uploadThumbnail: false }
  const { value } = await initialize(api, { by, kind: 'videos', about, schema: Video })
  const { video, uploadToken, uploadInstructions } = value
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    if (performance.now() > deadline) throw stillBusy('uploaded', retryAfter)
    const range = { start: firstByte, end: Math.min(lastByte + 1, file.size) }
    const body = streamedBytes(file, 'application/octet-stream', range)
    const { etag } = (await api.answer({ method: 'PUT', path: uploadUrl, by, body })).headers
    if (typeof etag !== 'string') {
      throw new NetworkError('retry', 'The network did not confirm a part of the video')
    }
    uploadedPartIds.push(etag.replaceAll('"', ''))
  }
  const body = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
  await api.answer({ path: '/rest/videos', query: { action: 'finalizeUpload' }, by, body })
  return video
}

async function untilAvailable(
  api: Api,
  by: Connection,
  video: string,
  deadline: number,
): Promise<void> {
  const path = `/rest/videos/${encodeURIComponent(video)}`
  const look = async () => {
    const { status: code } = await api({ path, by, schema: State })
    if (code === 'AVAILABLE') return undefined
    if (code !== 'PROCESSING_FAILED') return pollMs
    throw new NetworkError('fix_content', 'The network cannot use the video', { code })
  }
  await poll(deadline, look, () => stillBusy('processed', retryAfter))
}
