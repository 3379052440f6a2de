import type { BlobStore } from '@atrium/blob-store'
import type { NewId, OrgPrincipal, Principal } from '@atrium/contracts'
import type { Ctx as CtxOf } from '@atrium/database'
import type { PicturePool } from '@atrium/pictures'
import type { Logger } from 'pino'
import type { AssetsConfig } from './config.ts'
import type { Database, Db } from './database.ts'
import type { ExportSources } from './exports/export-sources.ts'
import type { AssetUses } from './library/asset-uses.ts'
import type { ListNewestFirst } from './library/newest-first.ts'
import type { BlobCache } from './read/blob-cache.ts'
import type { ThumbnailLimit } from './read/limit-thumbnails.ts'
import type { Thumbnails } from './read/thumbnails.ts'
import type { OwnerCalls } from './release/owner-calls.ts'
import type { RequireRoom } from './usage/plan-usage.ts'

export interface Deps {
  readonly db: Db
  readonly logger: Logger
  readonly config: Pick<AssetsConfig, 'apiUrl'>
  /** A blob store that also counts the blobs it stores and deletes. */
  readonly store: BlobStore
  /** The archives of exports, in a separate area. They do not count as usage. */
  readonly archives: BlobStore
  readonly exportSources: ExportSources
  readonly countExport: (outcome: 'ready' | 'retried' | 'stopped' | 'failed') => void
  readonly cache: BlobCache
  readonly pictures: PicturePool
  readonly thumbnails: Thumbnails
  /** Undefined if rate limits are off. */
  readonly thumbnailLimit: ThumbnailLimit | undefined
  readonly library: ListNewestFirst
  readonly assetUses: AssetUses
  readonly owners: readonly OwnerCalls[]
  readonly requireRoom: RequireRoom
  /** Idle timeout if an uploader sends nothing or a reader reads nothing. */
  readonly stallTimeoutMs: number
  readonly newId: NewId
}

export type Ctx<P extends Principal = OrgPrincipal> = CtxOf<Database, P>
