import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { streamedBytes } from '../../network/streamed-body.ts'
import type { Api } from '../api.ts'
import type { Connection, OutgoingMedia, OutgoingPost } from '../provider.ts'
import { isVideo, poll, recall } from '../upload.ts'

const Image = z.looseObject({
  value: z.looseObject({ uploadUrl: z.string().min(1), image: z.string().min(1) }),
})
const Video = z.looseObject({
  value: z.looseObject({
    video: z.string().min(1),
    uploadToken: z.string().default(''),
    uploadInstructions: z
      .array(z.looseObject({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() }))
      .min(1),
  }),
})
const State = z.looseObject({ status: z.string() })
const Kept = z.object({ at: z.number(), urns: z.array(z.string()), waiting: z.string().optional() })

const pollMs = 2_000
// The network's address for an upload lives for a day.
const keptMs = 20 * 3_600_000

export const ownerOf = ({ accountId }: Connection): string => `urn:li:person:${accountId}`

/**
 * Uploads a post's media and answers their URNs in order. A video is waited for until `deadline` (of
 * `performance.now()`); then `retry` is thrown, and the next attempt goes on with what is there.
 */
export async function uploadMedia(
  api: Api,
  connection: Connection,
  { media, progress }: Pick<OutgoingPost, 'media' | 'progress'>,
  { deadline, now }: { deadline: number; now: Date },
): Promise<string[]> {
  if (media.length === 0) return []
  const kept = await recall(progress, Kept)
  const usable = kept !== undefined && now.getTime() - kept.at < keptMs ? kept : undefined
  const urns = usable?.urns ?? []
  let waiting = usable?.waiting
  try {
    for (const [index, file] of media.entries()) {
      if (urns[index] !== undefined) continue
      if (isVideo(file)) {
        waiting ??= await sendVideo(api, connection, file, deadline)
        await untilAvailable(api, connection, waiting, deadline)
        urns.push(waiting)
        waiting = undefined
      } else urns.push(await sendImage(api, connection, file))
      // What is left of the caller's minute has to suffice for the next step.
      if (performance.now() > deadline) throw stillBusy('uploaded')
    }
    return urns
  } catch (error) {
    if (error instanceof NetworkError && error.class === 'retry') {
      await progress.keep(JSON.stringify({ at: now.getTime(), urns, ...(waiting ? { waiting } : {}) }))
    }
    throw error
  }
}

async function sendImage(api: Api, connection: Connection, file: OutgoingMedia): Promise<string> {
  const { accessToken: token } = connection
  const { value } = await api({
    path: '/rest/images',
    query: { action: 'initializeUpload' },
    token,
    body: { initializeUploadRequest: { owner: ownerOf(connection) } },
    schema: Image,
  })
  const body = streamedBytes(file, file.contentType)
  await api.answer({ method: 'PUT', path: value.uploadUrl, token, body })
  return value.image
}

async function sendVideo(
  api: Api,
  connection: Connection,
  file: OutgoingMedia,
  deadline: number,
): Promise<string> {
  const { accessToken: token } = connection
  const about = { owner: ownerOf(connection), fileSizeBytes: file.size }
  const { value } = await api({
    path: '/rest/videos',
    query: { action: 'initializeUpload' },
    token,
    body: { initializeUploadRequest: { ...about, uploadCaptions: false, uploadThumbnail: false } },
    schema: Video,
  })
  const { video, uploadToken, uploadInstructions } = value
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    if (performance.now() > deadline) throw stillBusy('uploaded')
    const range = { start: firstByte, end: Math.min(lastByte + 1, file.size) }
    const body = streamedBytes(file, 'application/octet-stream', range)
    const part = await api.answer({ method: 'PUT', path: uploadUrl, token, body })
    const { etag } = part.headers
    if (typeof etag !== 'string') {
      throw new NetworkError('retry', 'The network did not confirm a part of the video')
    }
    uploadedPartIds.push(etag.replaceAll('"', ''))
  }
  await api.answer({
    path: '/rest/videos',
    query: { action: 'finalizeUpload' },
    token,
    body: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
  })
  return video
}

async function untilAvailable(
  api: Api,
  { accessToken: token }: Connection,
  video: string,
  deadline: number,
): Promise<void> {
  const path = `/rest/videos/${encodeURIComponent(video)}`
  const look = async () => {
    const { status: code } = await api({ path, token, schema: State })
    if (code === 'AVAILABLE') return undefined
    if (code !== 'PROCESSING_FAILED') return pollMs
    throw new NetworkError('fix_content', 'The network cannot use the video', { code })
  }
  await poll(deadline, look, () => stillBusy('worked through'))
}

const stillBusy = (what: string): NetworkError =>
  new NetworkError('retry', `The media are still being ${what}`, { code: 'in_progress', retryAfter: 30 })
