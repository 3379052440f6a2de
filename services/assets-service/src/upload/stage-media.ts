import { createHash } from 'node:crypto'
import type { MediaClass } from '@atrium/asset-key'
import type { BlobStore, StagedBlob } from '@atrium/blob-store'
import { commonErrors } from '@atrium/contracts'
import { detectMedia, headBytes, type Media } from '../media/detect-media.ts'

/**
 * Maximum blob size of each class in bytes, inclusive (docs/reference/assets.md, "Types and caps").
 */
export const caps: Readonly<Record<MediaClass, number>> = {
  image: 5_000_000,
  audio: 50_000_000,
  video: 512_000_000,
}

export interface StagedMedia {
  readonly media: Media
  readonly staged: StagedBlob
  readonly digest: string | undefined
}

export interface StageMediaOptions {
  store: BlobStore
  digest: boolean
}

/**
 * Stages a file up to the size limit of its type. Returns undefined if the file is empty. Throws
 * `unsupported_media_type` or `payload_too_large`, and then leaves nothing.
 */
export async function stageMedia(file: AsyncIterable<Uint8Array>, options: StageMediaOptions) {
  const source = file[Symbol.asyncIterator]()
  const { head, complete } = await readHead(source)
  if (head.length === 0) return undefined
  const media = await detectMedia(head, complete)
  if (!media) {
    throw commonErrors.unsupported_media_type({
      message: 'The file is not a PNG, JPEG, WebP, GIF, AVIF, WAV or MP4 file',
    })
  }
  const hash = options.digest ? createHash('sha256') : undefined
  const body = capped(head, source, caps[media.mediaClass], (chunk) => hash?.update(chunk))
  const staged = await options.store.stage(body)
  return { media, staged, digest: hash?.digest('hex') }
}

async function readHead(
  source: AsyncIterator<Uint8Array>,
): Promise<{ head: Buffer; complete: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  while (bytes < headBytes) {
    const next = await source.next()
    if (next.done) return { head: Buffer.concat(chunks), complete: true }
    chunks.push(next.value)
    bytes += next.value.length
  }
  return { head: Buffer.concat(chunks), complete: false }
}

async function* capped(
  head: Buffer,
  rest: AsyncIterator<Uint8Array>,
  cap: number,
  see: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  const pass = (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > cap) {
      throw commonErrors.payload_too_large({
        message: `The file is larger than the limit of ${cap} bytes for its type`,
      })
    }
    see(chunk)
    return chunk
  }
  yield pass(head)
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    yield pass(next.value)
  }
}
