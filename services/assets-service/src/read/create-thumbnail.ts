import { type AssetKey, findMediaClass } from '@atrium/asset-key'
import { invalidField } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { closeBlob, type ReadableBlob } from './read-asset.ts'
import type { Variant } from './thumbnails.ts'

const widths: ReadonlyMap<string, number> = new Map(
  ['160', '480', '1080'].map((text) => [text, Number(text)]),
)

/**
 * Returns the variant that the query asks for. Returns undefined if there is no such query, and
 * throws `validation_failed` (400) if its value is invalid.
 */
export function readVariant(url: string): Variant | undefined {
  const query = url.indexOf('?')
  if (query === -1) return undefined
  const params = new URLSearchParams(url.slice(query))
  const [formats, asked] = [params.getAll('format'), params.getAll('w')]
  if (formats.length > 0) {
    if (formats.length === 1 && formats[0] === 'jpeg' && asked.length === 0) return 'jpeg'
    throw invalidField('format', 'A poster has the format JPEG and no width')
  }
  if (asked[0] === undefined) return undefined
  const width = asked.length === 1 ? widths.get(asked[0]) : undefined
  if (width !== undefined) return width
  throw invalidField('w', 'One of 160, 480 and 1080')
}

export interface WantedThumbnail {
  readonly key: AssetKey
  readonly blob: ReadableBlob
  readonly variant: Variant
  /** Called if the thumbnail must be made. */
  count(): void
}

/**
 * Returns an image's thumbnail, or the blob itself if there is none. Throws the errors of `count`,
 * and `unavailable` if too many requests wait.
 */
export async function createThumbnail(
  { thumbnails }: Pick<Deps, 'thumbnails'>,
  { key, blob, variant, count }: WantedThumbnail,
): Promise<ReadableBlob> {
  if (findMediaClass(key.extension) !== 'image') return blob
  let whole: Promise<Buffer> | undefined
  const read = () => {
    whole = 'bytes' in blob ? Promise.resolve(blob.bytes) : blob.open.buffer()
    return whole
  }
  const original = { key, modifiedAt: new Date(blob.headers.modifiedAt) }
  try {
    const found = thumbnails.find(key, variant)
    if (found === undefined) count()
    const rendition = await (found ?? thumbnails.make(original, variant, read))
    if (rendition !== 'original') {
      if (whole === undefined) await closeBlob(blob)
      return rendition
    }
    return whole === undefined ? blob : { headers: blob.headers, bytes: await whole }
  } catch (error) {
    if (whole === undefined) await closeBlob(blob)
    throw error
  }
}
