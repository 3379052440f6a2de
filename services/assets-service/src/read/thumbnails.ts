import { createHash } from 'node:crypto'
import type { AssetKey } from '@atrium/asset-key'
import { commonErrors } from '@atrium/contracts'
import { Counter, type Registry } from '@atrium/telemetry'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type BlobHeaders, blobHeaders } from './read-plan.ts'
import { renderThumbnail } from './render-thumbnail.ts'

export interface Thumbnail {
  readonly bytes: Buffer
  readonly headers: BlobHeaders
}

/** `original`: the file has no thumbnail of this width. */
export type Rendition = Thumbnail | 'original'

interface Original {
  readonly key: AssetKey
  readonly modifiedAt: Date
}

export type Thumbnails = ReturnType<typeof createThumbnails>

/** A decoder holds up to 200 MB. */
const atOnce = 2
const mostWaiting = 200
const entryOverhead = 2_560

/** Thumbnails of at most `capacityBytes` in memory; a file without one is remembered as well. */
export function createThumbnails(options: { capacityBytes: number; logger: Logger; registry: Registry }) {
  const outcomes = new Counter({
    name: 'atrium_thumbnails_total',
    help: 'Thumbnails by outcome: made, cached, original (none is possible), failed (the decoder), refused (too many wait)',
    labelNames: ['outcome'],
    registers: [options.registry],
  })
  const held = new LRUCache<string, Rendition>({
    maxSize: Math.max(1, options.capacityBytes),
    sizeCalculation: (one) => entryOverhead + (one === 'original' ? 0 : one.bytes.length),
  })
  const making = new Map<string, Promise<Rendition>>()
  const inTurn = pLimit(atOnce)

  async function render(original: Original, width: number, read: () => Promise<Buffer>): Promise<Rendition> {
    const { key, modifiedAt } = original
    const source = await read()
    let outcome = 'original'
    const bytes = await renderThumbnail(source, key.extension, width).catch((error: unknown) => {
      outcome = 'failed'
      const reason = error instanceof Error ? error.message : String(error)
      options.logger.info({ key: key.key, width, reason }, '[assets] no thumbnail, the original is answered')
      return undefined
    })
    outcomes.inc({ outcome: bytes === undefined ? outcome : 'made' })
    if (bytes === undefined) return 'original'
    // Another version of the encoder writes other bytes, so the entity-tag comes from them.
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const facts = { key: key.key, bytes: bytes.length, modifiedAt }
    return { bytes, headers: blobHeaders(key, facts, `"${key.uuid}-${width}-${digest}"`) }
  }

  const nameOf = ({ key }: AssetKey, width: number) => `${key} ${width}`
  return {
    /** A rendition that is in memory or being made; undefined where `make` has to be called. */
    find(key: AssetKey, width: number): Rendition | Promise<Rendition> | undefined {
      const found = held.get(nameOf(key, width)) ?? making.get(nameOf(key, width))
      if (found !== undefined) outcomes.inc({ outcome: 'cached' })
      return found
    },
    /** Makes one; `read` is called when its turn comes. Throws `unavailable` when too many wait. */
    make(original: Original, width: number, read: () => Promise<Buffer>): Promise<Rendition> {
      const name = nameOf(original.key, width)
      if (inTurn.pendingCount >= mostWaiting) {
        outcomes.inc({ outcome: 'refused' })
        return Promise.reject(commonErrors.unavailable({ details: { retryAfterSeconds: 2 } }))
      }
      const made = inTurn(() => render(original, width, read))
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
