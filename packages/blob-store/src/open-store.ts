import { join, resolve } from 'node:path'
import type { BlobStore } from './blob-store.ts'
import { createFilesystemStore } from './filesystem-store.ts'
import { createS3Store } from './s3-store.ts'

/** Where blobs are stored, as the configuration or a command line states it. */
export type StoreLocation =
  | { readonly kind: 'directory'; readonly directory: string }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly bucket: string
      readonly region: string
      /** Requests are not signed if this is unset. */
      readonly credentials?: { readonly accessKey: string; readonly secretKey: string }
    }

/** A separate part of a store with its own keys. Asset readers never find its blobs. */
export type StoreArea = 'transcripts' | 'files' | 'exports'

export const storeAreas: readonly StoreArea[] = ['transcripts', 'files', 'exports']

/**
 * Opens the backend at a location, either for its assets or for one area. Uploads to an object
 * store are staged.
 */
export function openStore(
  location: StoreLocation,
  stagingDirectory: string,
  area?: StoreArea,
): BlobStore {
  if (location.kind === 's3') {
    return createS3Store({ ...location, stagingDirectory, ...(area ? { prefix: `${area}/` } : {}) })
  }
  const { directory } = location
  return createFilesystemStore({
    directory: area === undefined ? directory : join(directory, area),
  })
}

/** The variables for the platform’s own store. */
interface StoreValues {
  readonly ASSETS_UPLOAD_DIR?: string | undefined
  readonly ASSETS_S3_ENDPOINT?: string | undefined
  readonly ASSETS_S3_BUCKET?: string | undefined
  readonly ASSETS_S3_ACCESS_KEY?: string | undefined
  readonly ASSETS_S3_SECRET_KEY?: string | undefined
  readonly ASSETS_S3_REGION?: string | undefined
}

/** Returns the store from these variables, or undefined if they name none. */
export function configuredStore(values: StoreValues): StoreLocation | undefined {
  const {
    ASSETS_S3_ENDPOINT: endpoint,
    ASSETS_S3_BUCKET: bucket,
    ASSETS_UPLOAD_DIR: directory,
  } = values
  if (endpoint && bucket) {
    const { ASSETS_S3_ACCESS_KEY: accessKey, ASSETS_S3_SECRET_KEY: secretKey } = values
    const base = {
      kind: 's3',
      endpoint,
      bucket,
      region: values.ASSETS_S3_REGION ?? 'us-east-1',
    } as const
    return accessKey && secretKey ? { ...base, credentials: { accessKey, secretKey } } : base
  }
  return directory ? { kind: 'directory', directory: resolve(directory) } : undefined
}
