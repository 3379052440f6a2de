import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { StoreLocation } from '@atrium/blob-store'
import type { AssetsValues } from './variables.ts'

export interface AssetsConfig {
  readonly storage: StoreLocation
  /** The staging directory of uploads to an object store. */
  readonly stagingDirectory: string
  /** Capacity of the memory cache in bytes. */
  readonly cacheBytes: number
  /** Origin of asset addresses. */
  readonly apiUrl: string
}

/** The settings of asset storage. */
export function assetsConfig(config: AssetsValues): AssetsConfig {
  return {
    storage: assetStorage(config),
    stagingDirectory: join(tmpdir(), 'atrium-staging'),
    cacheBytes: config.ASSETS_CACHE_BYTES,
    apiUrl: config.API_URL,
  }
}

/** The configured backend, by default the development directory. */
function assetStorage(config: AssetsValues): StoreLocation {
  const { ASSETS_S3_ENDPOINT: endpoint, ASSETS_S3_BUCKET: bucket } = config
  const { ASSETS_S3_ACCESS_KEY: accessKey, ASSETS_S3_SECRET_KEY: secretKey } = config
  if (endpoint && bucket) {
    const base = { kind: 's3', endpoint, bucket, region: config.ASSETS_S3_REGION } as const
    return accessKey && secretKey ? { ...base, credentials: { accessKey, secretKey } } : base
  }
  return {
    kind: 'directory',
    directory: resolve(config.ASSETS_UPLOAD_DIR ?? join(config.ATRIUM_HOME, 'assets')),
  }
}
