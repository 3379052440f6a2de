import {
  getVideoUpload,
  sendVideoChunk,
  startVideoUpload,
  type VideoUpload,
} from '@atrium/contracts'
import { AtriumError } from '../atrium-error.ts'
import { pause } from '../pause.ts'
import type { Transport } from '../transport.ts'
import type { UploadProgress } from './upload.ts'

/** A video to upload. It is private until a post with `fields.videoId` shows it. */
export interface VideoInput {
  channelId: string
  title: string
  description?: string
  /** The network's neutral name. Defaults to `videonet`. */
  network?: string
}

export interface VideoUploadOptions {
  onProgress?: (progress: UploadProgress) => void
  signal?: AbortSignal
  /** Milliseconds before a failed chunk is retried, doubled each time. Defaults to 1,000. */
  pauseMs?: number
}

export type UploadedVideo = VideoUpload & { videoId: string }

const fruitlessTries = 5

/**
 * Uploads a video chunk by chunk, straight to the network or through the API, depending on the
 * platform's setup. A failed chunk is sent again from the byte that the network names. Throws
 * `AtriumError`: a refusal, `upload_interrupted` if it makes no progress, `upload_gone` if the
 * network forgot the upload. Throws the signal's reason on abort.
 */
export async function uploadVideo(
  transport: Pick<Transport, 'call' | 'request'>,
  file: Blob,
  { network = 'videonet', ...input }: VideoInput,
  options: VideoUploadOptions = {},
): Promise<UploadedVideo> {
  const contentType = file.type.startsWith('video/') ? file.type : 'video/mp4'
  let upload = await transport.call(startVideoUpload, {
    params: { network },
    body: { ...input, sizeBytes: file.size, contentType },
  })
  let fruitless = 0
  while (upload.state === 'uploading') {
    options.signal?.throwIfAborted()
    const before = upload.receivedBytes
    try {
      upload = await sendNext(transport, upload, file, options.signal)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      const asked = await ask(transport, upload).catch((failed: unknown) => {
        if (!isPassing(failed)) throw failed
      })
      upload = asked ?? upload
    }
    options.onProgress?.({ sent: upload.receivedBytes, total: file.size })
    fruitless = upload.state === 'uploading' && upload.receivedBytes <= before ? fruitless + 1 : 0
    if (fruitless === fruitlessTries)
      throw failure('upload_interrupted', 'The upload gets no further')
    if (fruitless > 0) await pause((options.pauseMs ?? 1_000) * 2 ** (fruitless - 1))
  }
  const { videoId } = upload
  if (videoId === null)
    throw failure('upload_gone', 'The network does not know this upload any more')
  return { ...upload, videoId }
}

async function sendNext(
  transport: Pick<Transport, 'call' | 'request'>,
  upload: VideoUpload,
  file: Blob,
  signal: AbortSignal | undefined,
): Promise<VideoUpload> {
  const start = upload.receivedBytes
  const body = file.slice(start, start + upload.chunkBytes)
  const init = {
    method: 'PUT',
    body,
    headers: {
      'content-range': `bytes ${start}-${start + body.size - 1}/${file.size}`,
      'content-type': 'application/octet-stream',
    },
    ...(signal === undefined ? {} : { signal }),
  }
  if (upload.transport === 'relay') {
    const path = sendVideoChunk.path.replace('{network}', upload.network).replace('{id}', upload.id)
    return (await (
      await transport.request(path, { ...init, timeoutMs: null })
    ).json()) as VideoUpload
  }
  // The address is the credential. A page may not read the whole response, so the API reports the
  // progress.
  await fetch(upload.uploadUrl, { ...init, credentials: 'omit' }).then((answer) =>
    answer.arrayBuffer(),
  )
  return ask(transport, upload)
}

const ask = (
  transport: Pick<Transport, 'call'>,
  { network, id }: VideoUpload,
): Promise<VideoUpload> => transport.call(getVideoUpload, { params: { network, id } })

/** True if a retry may succeed. A failed `fetch` has no status. */
const isPassing = (error: unknown): boolean =>
  error instanceof AtriumError
    ? error.status === 0 || error.status === 429 || error.status >= 500
    : error instanceof TypeError

const failure = (code: string, message: string) => new AtriumError({ status: 0, code, message })
