import type { BlobStore } from './blob-store.ts'
import { createFilesystemStore } from './filesystem-store.ts'
import { createS3Store } from './s3-store.ts'

/** The place of blobs, as the configuration or a command line names it. */
export type StoreLocation =
  | { readonly kind: 'directory'; readonly directory: string }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly bucket: string
      readonly region: string
      /** Without them requests are not signed. */
      readonly credentials?: { readonly accessKey: string; readonly secretKey: string }
    }

/** Opens the backend at a location. Uploads to an object store are first written to `stagingDirectory`. */
export function openStore(location: StoreLocation, stagingDirectory: string): BlobStore {
  return location.kind === 'directory'
    ? createFilesystemStore({ directory: location.directory })
    : createS3Store({ ...location, stagingDirectory })
}
