import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AssetStorage, assetStorage, type PlatformConfig } from '@atrium/config'

export interface AssetsConfig {
  readonly storage: AssetStorage
  /** Where uploads wait for their lane when the backend is not a directory. */
  readonly stagingDirectory: string
  /** Bound of the memory cache in bytes. */
  readonly cacheBytes: number
  /** Origin that asset addresses begin with. */
  readonly apiUrl: string
}

/** What asset storage takes from the platform's configuration. */
export function assetsConfig(config: PlatformConfig): AssetsConfig {
  const storage = assetStorage(config)
  return {
    storage: storage.kind === 'directory' ? { ...storage, directory: resolve(storage.directory) } : storage,
    stagingDirectory: join(tmpdir(), 'atrium-staging'),
    cacheBytes: config.ASSETS_CACHE_BYTES,
    apiUrl: config.API_URL,
  }
}
