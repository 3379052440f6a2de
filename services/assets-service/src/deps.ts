import type { BlobStore } from '@atrium/blob-store'
import type { Db } from './database.ts'
import type { ExchangeDeps } from './http/exchange.ts'
import type { BlobCache } from './read/blob-cache.ts'

/** What the verbs and handlers of asset storage work with. */
export interface Deps extends ExchangeDeps {
  /** Counts what it stores and deletes. */
  readonly store: BlobStore
  readonly cache: BlobCache
  readonly db: Db
  readonly apiUrl: string
  /** An uploader that is silent for this long, or a reader that takes nothing, is given up. */
  readonly stallTimeoutMs: number
}
