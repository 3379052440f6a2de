import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { configuredStore, type StoreLocation } from '@atrium/blob-store'
import type { AssetsValues } from './variables.ts'

export interface AssetsConfig {
  readonly storage: StoreLocation
  /** The staging directory of uploads to an object store. */
  readonly stagingDirectory: string
  readonly cacheBytes: number
  readonly apiUrl: string
}

export function assetsConfig(config: AssetsValues): AssetsConfig {
  return {
    storage: assetStorage(config),
    stagingDirectory: join(tmpdir(), 'atrium-staging'),
    cacheBytes: config.ASSETS_CACHE_BYTES,
    apiUrl: config.API_URL,
  }
}

/** The configured backend, by default the development directory. */
const assetStorage = (config: AssetsValues): StoreLocation =>
  configuredStore(config) ?? { kind: 'directory', directory: resolve(join(config.ATRIUM_HOME, 'assets')) }
