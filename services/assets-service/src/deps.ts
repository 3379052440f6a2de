import type { BlobStore, SlabPool } from '@atrium/blob-store'
import type { Db } from './database.ts'
import type { ExchangeDeps } from './http/exchange.ts'
import type { BlobCache } from './read/blob-cache.ts'

/** What the verbs and handlers of asset storage work with. */
export interface Deps extends ExchangeDeps {
  readonly store: BlobStore
  readonly cache: BlobCache
  /** Lends the buffers that files are sent from. */
  readonly slabs: SlabPool
  readonly db: Db
  readonly apiUrl: string
  /** Told of every byte of a body that is received. */
  readonly received: (bytes: number) => void
  /** An uploader that is silent for this long, or a reader that takes nothing, is given up. */
  readonly stallTimeoutMs: number
}
