import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { configuredStore, type StoreLocation } from '@atrium/blob-store'
import { rateLimitsOn } from '@atrium/config'
import type { AssetsValues } from './variables.ts'

export function assetsConfig(config: AssetsValues) {
  const home: StoreLocation = {
    kind: 'directory',
    directory: resolve(join(config.ATRIUM_HOME, 'assets')),
  }
  return {
    storage: configuredStore(config) ?? home,
    stagingDirectory: join(tmpdir(), 'atrium-staging'),
    cacheBytes: config.ASSETS_CACHE_BYTES,
    apiUrl: config.API_URL,
    rateLimits: rateLimitsOn(config),
  }
}

export type AssetsConfig = ReturnType<typeof assetsConfig>
