import { setTimeout as sleep } from 'node:timers/promises'
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

const Progress = z.object({
  session: z.string(),
  startedAt: z.string(),
  /** Whether the last bytes were ever sent: only then there may be a video. */
  finishing: z.boolean().optional(),
})
export type UploadProgress = z.output<typeof Progress>

const fruitlessTries = 4
const firstPauseMs = 200

/** The upload that an earlier attempt at this post began. */
export async function recallUpload(progress: PostProgress): Promise<UploadProgress | undefined> {
  const kept = await progress.recall()
  return kept === undefined ? undefined : Progress.parse(JSON.parse(kept))
}

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
  let fruitless = 0
  while (state.state === 'incomplete') {
    const start: number = state.received
    if (performance.now() > deadline) throw stopped()
    const end = Math.min(start + uploads.chunkBytes, file.size)
    const bytes = await file.read(start, end)
    if (end === file.size && !kept.finishing) {
      kept = { ...kept, finishing: true }
      await progress.keep(JSON.stringify(kept))
    }
    try {
      state = await uploads.send(connection, kept.session, { start, bytes, size: file.size })
    } catch (error) {
      if (!(error instanceof NetworkError) || error.class !== 'retry') throw error
      state = await afterFailure(uploads, upload, kept, error, fruitless)
    }
    const moved = state.state !== 'incomplete' || state.received > start
    fruitless = moved ? 0 : fruitless + 1
    if (fruitless >= fruitlessTries) throw stopped()
  }
  if (state.state === 'complete') return state.videoId
  // The network forgot the session in the middle of it.
  throw kept.finishing ? unclear() : stopped()
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

/** Asks the network what it has after a chunk failed, patiently while there is time. */
async function afterFailure(
  uploads: VideoUploads,
  { connection, file, deadline }: Upload,
  kept: UploadProgress,
  failed: NetworkError,
  fruitless: number,
): Promise<UploadState> {
  // A wait that the network names is longer than what is left here.
  if (failed.retryAfter !== undefined) throw failed
  for (let tries = fruitless; ; tries += 1) {
    await sleep(firstPauseMs * 2 ** tries)
    try {
      return await uploads.state(connection, kept.session, file.size)
    } catch (error) {
      if (!(error instanceof NetworkError) || error.class !== 'retry') throw error
      if (tries + 1 >= fruitlessTries || performance.now() > deadline) {
        throw kept.finishing ? unclear() : stopped()
      }
    }
  }
}

const unclear = () =>
  new NetworkError({ class: 'unknown', message: 'Whether the upload was completed is not known' })

/** The network says that it has not got everything: there is no video yet, and the session is good. */
const stopped = () =>
  new NetworkError({
    class: 'retry',
    code: 'interrupted',
    message: 'The upload was interrupted; the next attempt goes on where it stopped',
    retryAfter: 5,
  })
