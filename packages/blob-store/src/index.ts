export type {
  BlobFacts,
  BlobStore,
  ByteRange,
  ByteSource,
  OpenBlob,
  StagedBlob,
  StageOptions,
  Usage,
} from './blob-store.ts'
export { createFilesystemStore, type FilesystemStoreOptions } from './filesystem-store.ts'
export {
  configuredStore,
  openStore,
  type StoreArea,
  type StoreLocation,
  storeAreas,
} from './open-store.ts'
export { requireKey } from './require-key.ts'
export { createS3Store, type S3StoreOptions } from './s3-store.ts'
