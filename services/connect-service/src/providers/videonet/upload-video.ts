import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { PostProgress, UploadState, VideoDetails, VideoUploads } from '../provider.ts'
import { interrupted, recall, sendParts, type VideoAttempt } from '../upload.ts'

const Progress = z.object({
  session: z.string(),
  startedAt: z.string(),
  /** True once the last bytes have been sent. Before that there cannot be a video. */
  finishing: z.boolean().optional(),
})
export type UploadProgress = z.output<typeof Progress>

export const recallUpload = (progress: PostProgress): Promise<UploadProgress | undefined> =>
  recall(progress, Progress)

type Upload = VideoAttempt & { details: VideoDetails }

/**
 * Uploads a video in chunks from the byte that the network names, and returns the video id. After a
 * failed chunk the network names the byte to continue at. Throws `retry` at the deadline and keeps
 * the session for the next attempt. Throws `unknown` if the last bytes were sent and their outcome
 * is unknown.
 */
export async function uploadVideo(uploads: VideoUploads, upload: Upload): Promise<string> {
  const { connection, file, progress, deadline } = upload
  const { size } = file
  const { state: first, ...begun } = await opened(uploads, upload)
  let { kept } = begun
  let videoId: string | undefined
  let isStateKnown = true
  const reach = async (asked: Promise<UploadState>): Promise<number> => {
    isStateKnown = false
    const state = await asked
    isStateKnown = true
    // The network forgot the session during the upload.
    if (state.state === 'gone') throw kept.finishing ? unclear() : interrupted()
    if (state.state === 'incomplete') return state.received
    videoId = state.videoId
    return size
  }
  const from = await reach(Promise.resolve(first))
  const send = async (due: number, attempt: number): Promise<number> => {
    const at = attempt > 1 ? await reach(uploads.state(connection, kept.session, size)) : due
    if (at > due) return at
    const end = Math.min(at + uploads.chunkBytes, size)
    const bytes = await file.read(at, end)
    if (end === size && !kept.finishing) {
      kept = { ...kept, finishing: true }
      await progress.keep(JSON.stringify(kept))
    }
    return reach(uploads.send(connection, kept.session, { start: at, bytes, size }))
  }
  await sendParts({ from, size, deadline }, send).catch((error: unknown) => {
    const stopped = error instanceof NetworkError && error.code === interrupted().code
    throw stopped && kept.finishing && !isStateKnown ? unclear() : error
  })
  if (videoId === undefined) throw interrupted()
  return videoId
}

/** Returns the earlier upload if the network still knows it, else a new one. */
async function opened(
  uploads: VideoUploads,
  { connection, file, details, progress, now }: Upload,
): Promise<{ kept: UploadProgress; state: UploadState }> {
  const earlier = await recallUpload(progress)
  if (earlier !== undefined) {
    const state = await uploads.state(connection, earlier.session, file.size)
    if (state.state !== 'gone') return { kept: earlier, state }
    if (earlier.finishing) throw unclear()
  }
  const { size, contentType } = file
  const session = await uploads.start(connection, details, { size, contentType })
  const kept: UploadProgress = { session, startedAt: now().toISOString() }
  await progress.keep(JSON.stringify(kept))
  return { kept, state: { state: 'incomplete', received: 0 } }
}

const unclear = () =>
  new NetworkError('unknown', 'We do not know whether the upload was completed. Check the network.')
