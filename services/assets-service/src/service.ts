import { openStore } from '@atrium/blob-store'
import { ReleaseAssets, rootOwners } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { createPicturePool } from '@atrium/pictures'
import { defineService } from '@atrium/service-kit'
import { assetsConfig } from './config.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { altTextsRpc } from './descriptions/descriptions.ts'
import { exportSourcesOverRpc } from './exports/export-sources.ts'
import { exportCounter, runExports, tidyExports } from './exports/run-exports.ts'
import { deleteOldParts } from './files/file-parts.db.ts'
import { fileRpc } from './files/store-file.ts'
import { assetUsesOverRpc } from './library/asset-uses.ts'
import { createLibrary } from './library/newest-first.ts'
import { searchRpc } from './library/search-files.ts'
import { mediaFactsRpc } from './media-facts/read-media-facts.ts'
import { migrations } from './migrations/index.ts'
import { BlobCache } from './read/blob-cache.ts'
import { createThumbnailLimit } from './read/limit-thumbnails.ts'
import { createThumbnails } from './read/thumbnails.ts'
import { ownerOverRpc } from './release/owner-calls.ts'
import { purgeConsumer } from './release/purge-org.ts'
import { releaseAssets } from './release/release-assets.ts'
import { assetRoutes } from './routes.ts'
import { countChanges } from './usage/count-changes.ts'
import { planRoom, planUsageRpc } from './usage/plan-usage.ts'
import { reconcileUsage } from './usage/reconcile-usage.ts'
import { type AssetsValues, assetsVariables } from './variables.ts'

const sweepEveryMs = 60_000
const exportEveryMs = 2_000
const countEveryMs = 60_000
const stallTimeoutMs = 60_000

/** Asset storage: upload, reading, counting, release and purge of blobs. */
export const assetsService = defineService<Database, AssetsValues>({
  name: 'assets',
  description: 'Atrium assets',
  database: { schema: 'assets', migrations },
  variables: assetsVariables,
  port: (config) => config.ASSETS_PORT,
  async build(kit) {
    if (!kit.database)
      throw new Error('Asset storage needs a database for idempotency keys and usage')
    const { db } = kit.database
    const config = assetsConfig(kit.config)
    const backend = openStore(config.storage, config.stagingDirectory)
    await backend.check().catch((cause: unknown) => {
      throw new Error(`[assets] the blob storage cannot be used: ${rootMessage(cause)}`, { cause })
    })
    const store = countChanges({ db, store: backend })
    const archives = openStore(config.storage, config.stagingDirectory, 'exports')
    const cache = new BlobCache(config.cacheBytes)
    const pictures = createPicturePool()
    const deps: Deps = {
      db,
      logger: kit.logger,
      config,
      store,
      archives,
      exportSources: exportSourcesOverRpc(kit.bus, db),
      countExport: exportCounter(kit.metrics),
      newId: kit.newId,
      cache,
      pictures,
      stallTimeoutMs,
      thumbnails: createThumbnails({
        capacityBytes: config.cacheBytes / 2,
        pictures,
        logger: kit.logger,
        registry: kit.metrics.registry,
      }),
      thumbnailLimit: config.rateLimits
        ? createThumbnailLimit(() => kit.now().getTime())
        : undefined,
      library: createLibrary(store),
      assetUses: assetUsesOverRpc(kit.bus, kit.logger),
      requireRoom: planRoom(kit.bus, { db, store }),
      owners: rootOwners.map((owner) => ownerOverRpc(kit.bus, owner)),
    }
    const sweep = async () => {
      const swept = await Promise.all([store.sweep(), archives.sweep()])
      const removed = swept.reduce((sum, each) => sum + each.removed, 0)
      if (removed > 0)
        kit.logger.info({ removed }, '[assets] removed the remains of crashed uploads')
    }
    const app = kit.createApp()
    return {
      app,
      intercept: assetRoutes(app, deps, kit),
      rpc: [
        rpcHandler(ReleaseAssets, async (input) => {
          const { released, kept } = await releaseAssets(deps, input)
          return { released, kept }
        }),
        fileRpc(deps),
        planUsageRpc(deps),
        searchRpc(deps),
        altTextsRpc(deps),
        mediaFactsRpc(deps),
      ],
      consumers: [purgeConsumer(deps)],
      background: [
        { name: 'sweep', everyMs: sweepEveryMs, run: sweep },
        { name: 'file-parts', everyMs: sweepEveryMs, run: () => deleteOldParts(db) },
        {
          name: 'exports',
          everyMs: exportEveryMs,
          rests: true,
          run: (signal) => runExports(deps, signal),
        },
        { name: 'old-exports', everyMs: sweepEveryMs, run: () => tidyExports(deps) },
        {
          name: 'count-usage',
          everyMs: countEveryMs,
          run: (signal) => reconcileUsage(deps, signal),
        },
      ],
      started: () =>
        sweep().catch((error: unknown) => kit.logger.warn({ err: error }, '[assets] sweep failed')),
      stop: async () =>
        void (await Promise.all([pictures.stop(), store.close(), archives.close()])),
    }
  },
})

/** Returns the innermost cause's message in one line. */
function rootMessage(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return rootMessage(error.cause)
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
