import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AssetsValues } from './variables.ts'

/** Where blobs are kept. */
export type AssetStorage =
  | { readonly kind: 'directory'; readonly directory: string }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly bucket: string
      readonly region: string
      /** Absent when requests are not to be signed. */
      readonly credentials?: { readonly accessKey: string; readonly secretKey: string }
    }

export interface AssetsConfig {
  readonly storage: AssetStorage
  /** Where uploads wait for their lane when the backend is not a directory. */
  readonly stagingDirectory: string
  /** Bound of the memory cache in bytes. */
  readonly cacheBytes: number
  /** Origin that asset addresses begin with. */
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

/** The backend that a valid configuration names, or the development directory when it names none. */
function assetStorage(config: AssetsValues): AssetStorage {
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
