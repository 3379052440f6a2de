import { openStore } from '@atrium/blob-store'
import { createAsset, getAssetUsage, readAsset, rootOwners } from '@atrium/contracts'
import { mount, recordOperation } from '@atrium/http'
import { defineService } from '@atrium/service-kit'
import { assetsConfig } from './config.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { intercept } from './http/intercept.ts'
import { migrations } from './migrations/index.ts'
import { createBlobCache } from './read/blob-cache.ts'
import { purgeConsumer } from './release/purge-org.ts'
import { releaseRpc } from './release/release-rpc.ts'
import { countChanges } from './usage/count-changes.ts'
import { readUsage } from './usage/count-usage.ts'
import { reconcileUsage } from './usage/reconcile-usage.ts'
import { type AssetsValues, assetsVariables } from './variables.ts'

const sweepEveryMs = 60_000
const countEveryMs = 60_000

/** Asset storage: blobs behind one port, their upload, reading, counting, release and purge. */
export const assetsService = defineService<Database, AssetsValues>({
  name: 'assets',
  description: 'Atrium assets',
  database: { schema: 'assets', migrations },
  variables: assetsVariables,
  port: (config) => config.ASSETS_PORT,
  async build(kit) {
    const config = assetsConfig(kit.config)
    const backend = openStore(config.storage, config.stagingDirectory)
    await backend.check().catch((cause: unknown) => {
      throw new Error(`[assets] the blob storage cannot be used: ${rootMessage(cause)}`, { cause })
    })
    if (!kit.database)
      throw new Error('Asset storage keeps idempotency keys and what each org has stored in a database')
    const { db } = kit.database
    const store = countChanges({ db, store: backend })
    const deps: Deps = {
      ...kit,
      store,
      cache: createBlobCache(config.cacheBytes),
      db,
      apiUrl: config.apiUrl,
      stallTimeoutMs: 60_000,
    }
    const sweep = async () => {
      const { removed } = await store.sweep()
      if (removed > 0) kit.logger.info({ removed }, '[assets] removed what crashed uploads left')
    }
    const app = kit.createApp()
    // Bytes go past Hono, see `http/intercept.ts`.
    recordOperation(app, createAsset)
    recordOperation(app, readAsset)
    mount(app, getAssetUsage, ({ principal }) => readUsage(deps, principal.orgId))
    return {
      app,
      intercept: (request, response) => intercept(deps, request, response),
      rpc: [releaseRpc(deps, kit.bus, rootOwners)],
      consumers: [purgeConsumer(deps)],
      background: [
        { name: 'sweep', everyMs: sweepEveryMs, run: sweep },
        { name: 'count-usage', everyMs: countEveryMs, run: (signal) => reconcileUsage(deps, signal) },
      ],
      started: () =>
        sweep().catch((error: unknown) => kit.logger.warn({ err: error }, '[assets] sweep failed')),
      stop: () => store.close(),
    }
  },
})

/** What is at the bottom of a chain of causes, in one line. */
function rootMessage(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return rootMessage(error.cause)
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
