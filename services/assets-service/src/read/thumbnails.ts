import { createHash } from 'node:crypto'
import { type AssetExtension, type AssetKey, findMediaClass } from '@atrium/asset-key'
import { commonErrors } from '@atrium/contracts'
import {
  PictureError,
  type PicturePool,
  type PictureType,
  type PictureWork,
} from '@atrium/pictures'
import { openCounter, type Registry } from '@atrium/telemetry'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type BlobHeaders, blobHeaders } from './read-plan.ts'

export interface Thumbnail {
  readonly bytes: Buffer
  readonly headers: BlobHeaders
}

/**
 * A thumbnail of this width, or the whole picture as a JPEG for social networks that accept nothing
 * else.
 */
export type Variant = number | 'jpeg'

/** `original`: the file has no such rendition. */
export type Rendition = Thumbnail | 'original'

interface Original {
  readonly key: AssetKey
  readonly modifiedAt: Date
}

export type Thumbnails = ReturnType<typeof createThumbnails>

interface ThumbnailOptions {
  readonly capacityBytes: number
  readonly pictures: PicturePool
  readonly logger: Logger
  readonly registry: Registry
}

/** Longer side of a JPEG for a social network, in pixels. No network shows more. */
const jpegSide = 2_048
const entryOverhead = 2_560
/**
 * Maximum number of remembered failures. Their keys are kept apart from the thumbnails, so traffic
 * cannot evict them.
 */
const mostFailed = 20_000

const isPicture = (extension: AssetExtension): extension is PictureType & AssetExtension =>
  findMediaClass(extension) === 'image'

/**
 * Creates a thumbnail cache of at most `capacityBytes`. It also remembers files without a
 * thumbnail.
 */
export function createThumbnails(options: ThumbnailOptions) {
  const outcomes = openCounter(options, {
    name: 'atrium_thumbnails_total',
    help: 'Thumbnails by outcome: made, cached, original (none is possible), failed (the decoder), refused (too many wait)',
    labels: { outcome: ['made', 'cached', 'original', 'failed', 'refused'] },
  })
  const held = new LRUCache<string, Rendition>({
    maxSize: Math.max(1, options.capacityBytes),
    sizeCalculation: (one) => entryOverhead + (one === 'original' ? 0 : one.bytes.length),
  })
  const making = new Map<string, Promise<Rendition>>()
  const failed = new LRUCache<string, true>({ max: mostFailed })

  async function render(
    original: Original,
    variant: Variant,
    read: () => Promise<Buffer>,
  ): Promise<Rendition> {
    const { key, modifiedAt } = original
    if (!isPicture(key.extension)) return 'original'
    const work: PictureWork =
      variant === 'jpeg'
        ? { do: 'flatten', width: jpegSide, height: jpegSide }
        : { do: 'thumbnail', type: key.extension, width: variant }
    let outcome = 'original'
    const bytes = await options.pictures
      .run({ lane: `thumbnail:${key.orgId}`, work, read })
      .catch((error: unknown) => {
        if (!(error instanceof PictureError)) throw error
        if (error.problem === 'busy' || error.problem === 'stopped') {
          outcomes.inc({ outcome: 'refused' })
          throw commonErrors.unavailable({ details: { retryAfterSeconds: 2 } })
        }
        outcome = 'failed'
        failed.set(key.key, true)
        options.logger.info(
          { key: key.key, variant, reason: error.message },
          '[assets] no thumbnail, the original is sent',
        )
        return null
      })
    outcomes.inc({ outcome: bytes === null ? outcome : 'made' })
    if (bytes === null) return 'original'
    // The ETag comes from the bytes, because another encoder version writes other bytes.
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const facts = { key: key.key, bytes: bytes.length, modifiedAt }
    return {
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      headers: blobHeaders(
        variant === 'jpeg' ? { ...key, extension: 'jpg' } : key,
        facts,
        `"${key.uuid}-${variant}-${digest}"`,
      ),
    }
  }

  const variantName = ({ key }: AssetKey, variant: Variant) => `${key} ${variant}`
  return {
    /**
     * Returns a rendition that is cached or in progress. Returns undefined if `make` must be
     * called.
     */
    find(key: AssetKey, variant: Variant): Rendition | Promise<Rendition> | undefined {
      const name = variantName(key, variant)
      const found = held.get(name) ?? (failed.has(key.key) ? 'original' : making.get(name))
      if (found !== undefined) outcomes.inc({ outcome: 'cached' })
      return found
    },
    /**
     * Makes a rendition. `read` is called when its turn comes. Throws `unavailable` if too many
     * requests wait.
     */
    make(original: Original, variant: Variant, read: () => Promise<Buffer>): Promise<Rendition> {
      const name = variantName(original.key, variant)
      const made = render(original, variant, read)
        .then((rendition) => {
          held.set(name, rendition)
          return rendition
        })
        .finally(() => making.delete(name))
      making.set(name, made)
      return made
    },
  }
}
