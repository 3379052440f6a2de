import { type AssetKey, mediaClassOf } from '@atrium/asset-key'
import { invalidField } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { closeBlob, type ReadableBlob } from './read-asset.ts'

const widths: ReadonlyMap<string, number> = new Map(
  ['160', '480', '1080'].map((text) => [text, Number(text)]),
)

/** The width that the query of a request asks for; throws `validation_failed` (400) for any other value. */
export function widthOf(url: string): number | undefined {
  const query = url.indexOf('?')
  if (query === -1) return undefined
  const [asked, ...more] = new URLSearchParams(url.slice(query)).getAll('w')
  if (asked === undefined) return undefined
  const width = more.length === 0 ? widths.get(asked) : undefined
  if (width !== undefined) return width
  throw invalidField('w', 'One of 160, 480 and 1080')
}

export interface WantedThumbnail {
  readonly key: AssetKey
  readonly blob: ReadableBlob
  readonly width: number
  /** Called if the thumbnail has to be made. */
  count(): void
}

/** The thumbnail of an image, else the blob itself. Throws what `count` throws, and `unavailable` if too many wait. */
export async function thumbnailOf(
  { thumbnails }: Pick<Deps, 'thumbnails'>,
  { key, blob, width, count }: WantedThumbnail,
): Promise<ReadableBlob> {
  if (mediaClassOf(key.extension) !== 'image') return blob
  let whole: Promise<Buffer> | undefined
  const read = () => {
    whole = 'bytes' in blob ? Promise.resolve(blob.bytes) : blob.open.buffer()
    return whole
  }
  const original = { key, modifiedAt: new Date(blob.headers.modifiedAt) }
  try {
    const found = thumbnails.find(key, width)
    if (found === undefined) count()
    const rendition = await (found ?? thumbnails.make(original, width, read))
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
