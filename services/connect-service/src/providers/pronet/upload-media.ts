import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { readAnswer } from '../../network/read-answer.ts'
import { streamedBytes } from '../../network/streamed-body.ts'
import type { Connection, OutgoingMedia, OutgoingPost } from '../provider.ts'
import type { PronetApi } from './pronet-client.ts'

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

export const isVideo = ({ contentType }: Pick<OutgoingMedia, 'contentType'>): boolean =>
  contentType.startsWith('video/')
export const ownerOf = ({ accountId }: Connection): string => `urn:li:person:${accountId}`

/**
 * Uploads a post's media and answers their URNs in order. A video is waited for until `deadline` (of
 * `performance.now()`); then `retry` is thrown, and the next attempt goes on with what is there.
 */
export async function uploadMedia(
  api: PronetApi,
  connection: Connection,
  { media, progress }: Pick<OutgoingPost, 'media' | 'progress'>,
  { deadline, now }: { deadline: number; now: Date },
): Promise<string[]> {
  if (media.length === 0) return []
  const text = await progress.recall()
  const kept = text ? Kept.safeParse(JSON.parse(text)) : undefined
  const usable = kept?.success === true && now.getTime() - kept.data.at < keptMs ? kept.data : undefined
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

async function sendImage(api: PronetApi, connection: Connection, file: OutgoingMedia): Promise<string> {
  const { accessToken: token } = connection
  const begun = await api({
    method: 'POST',
    path: '/rest/images',
    query: { action: 'initializeUpload' },
    token,
    body: { initializeUploadRequest: { owner: ownerOf(connection) } },
  })
  const { uploadUrl, image } = readAnswer(Image, begun.json).value
  await api({ method: 'PUT', path: uploadUrl, token, body: streamedBytes(file, file.contentType) })
  return image
}

async function sendVideo(
  api: PronetApi,
  connection: Connection,
  file: OutgoingMedia,
  deadline: number,
): Promise<string> {
  const { accessToken: token } = connection
  const about = { owner: ownerOf(connection), fileSizeBytes: file.size }
  const begun = await api({
    method: 'POST',
    path: '/rest/videos',
    query: { action: 'initializeUpload' },
    token,
    body: { initializeUploadRequest: { ...about, uploadCaptions: false, uploadThumbnail: false } },
  })
  const { video, uploadToken, uploadInstructions } = readAnswer(Video, begun.json).value
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    if (performance.now() > deadline) throw stillBusy('uploaded')
    const range = { start: firstByte, end: Math.min(lastByte + 1, file.size) }
    const body = streamedBytes(file, 'application/octet-stream', range)
    const part = await api({ method: 'PUT', path: uploadUrl, token, body })
    const { etag } = part.headers
    if (typeof etag !== 'string') {
      throw new NetworkError({ class: 'retry', message: 'The network did not confirm a part of the video' })
    }
    uploadedPartIds.push(etag.replaceAll('"', ''))
  }
  await api({
    method: 'POST',
    path: '/rest/videos',
    query: { action: 'finalizeUpload' },
    token,
    body: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
  })
  return video
}

async function untilAvailable(
  api: PronetApi,
  { accessToken: token }: Connection,
  video: string,
  deadline: number,
): Promise<void> {
  for (;;) {
    const answer = await api({ method: 'GET', path: `/rest/videos/${encodeURIComponent(video)}`, token })
    const { status } = readAnswer(State, answer.json)
    if (status === 'AVAILABLE') return
    if (status === 'PROCESSING_FAILED') {
      throw new NetworkError({
        class: 'fix_content',
        code: status,
        message: 'The network cannot use the video',
      })
    }
    if (performance.now() + pollMs > deadline) throw stillBusy('worked through')
    await sleep(pollMs)
  }
}

const stillBusy = (what: string): NetworkError =>
  new NetworkError({
    class: 'retry',
    code: 'in_progress',
    message: `The media are still being ${what}`,
    retryAfter: 30,
  })
