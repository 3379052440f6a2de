import { join } from 'node:path'
import type { PlatformConfig } from './variables.ts'

/** Where blobs are kept. `fallback` says that nobody chose the directory. */
export type AssetStorage =
  | { readonly kind: 'directory'; readonly directory: string; readonly fallback: boolean }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly bucket: string
      readonly region: string
      /** Absent when requests are not to be signed. */
      readonly credentials?: { readonly accessKey: string; readonly secretKey: string }
    }

/** The blob backend that a valid configuration names, or the development directory when it names none. */
export function assetStorage(config: PlatformConfig): AssetStorage {
  const { ASSETS_S3_ENDPOINT: endpoint, ASSETS_S3_BUCKET: bucket } = config
  const { ASSETS_S3_ACCESS_KEY: accessKey, ASSETS_S3_SECRET_KEY: secretKey } = config
  if (endpoint && bucket) {
    const base = { kind: 's3', endpoint, bucket, region: config.ASSETS_S3_REGION } as const
    return accessKey && secretKey ? { ...base, credentials: { accessKey, secretKey } } : base
  }
  const directory = config.ASSETS_UPLOAD_DIR
  return directory
    ? { kind: 'directory', directory, fallback: false }
    : { kind: 'directory', directory: join(config.ATRIUM_HOME, 'assets'), fallback: true }
}
