import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type {
  Connection,
  OutgoingMedia,
  PostProgress,
  UploadState,
  VideoDetails,
  VideoUploads,
} from '../provider.ts'
import { interrupted, recall, sendPart } from '../upload.ts'

const Progress = z.object({
  session: z.string(),
  startedAt: z.string(),
  /** Whether the last bytes were ever sent: only then there may be a video. */
  finishing: z.boolean().optional(),
})
export type UploadProgress = z.output<typeof Progress>

/** The upload that an earlier attempt at this post began. */
export const recallUpload = (progress: PostProgress): Promise<UploadProgress | undefined> =>
  recall(progress, Progress)

interface Upload {
  connection: Connection
  file: OutgoingMedia
  details: VideoDetails
  progress: PostProgress
  /** Of `performance.now()`. */
  deadline: number
  now: () => Date
}

/**
 * Uploads a video in chunks, from where the network says that it stands, and answers the video's id. A chunk that
 * failed is asked about and gone on with. Throws `retry` at the deadline, with the session kept for the next
 * attempt, and `unknown` when the last bytes went out and nothing says what became of them.
 */
export async function uploadVideo(uploads: VideoUploads, upload: Upload): Promise<string> {
  const { connection, file, progress, deadline } = upload
  let { kept, state } = await opened(uploads, upload)
  while (state.state === 'incomplete') {
    if (performance.now() > deadline) throw interrupted()
    let at: number = state.received
    const start = at
    // Whether the network said after the last failure where the upload stands.
    let known = true
    const send = async (attempt: number): Promise<UploadState> => {
      if (attempt > 1) {
        known = false
        const now = await uploads.state(connection, kept.session, file.size)
        known = true
        if (now.state !== 'incomplete' || now.received > start) return now
        at = now.received
      }
      const end = Math.min(at + uploads.chunkBytes, file.size)
      const bytes = await file.read(at, end)
      if (end === file.size && !kept.finishing) {
        kept = { ...kept, finishing: true }
        await progress.keep(JSON.stringify(kept))
      }
      known = false
      const sent = await uploads.send(connection, kept.session, { start: at, bytes, size: file.size })
      known = true
      if (sent.state !== 'incomplete' || sent.received > start) return sent
      throw new NetworkError('retry', 'The upload does not move')
    }
    state = await sendPart(deadline, send).catch((error: unknown) => {
      const stopped = error instanceof NetworkError && error.code === interrupted().code
      throw stopped && kept.finishing && !known ? unclear() : error
    })
  }
  if (state.state === 'complete') return state.videoId
  // The network forgot the session in the middle of it.
  throw kept.finishing ? unclear() : interrupted()
}

/** Where the upload stands: the earlier one, while the network knows it, else a new one. */
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

const unclear = () => new NetworkError('unknown', 'Whether the upload was completed is not known')
