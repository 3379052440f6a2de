export {
  type ContractOptions,
  describeBlobStore,
  type StoreUnderTest,
} from './blob-store-contract.ts'
export { createMemoryStore } from './memory-store.ts'
export { findS3Server, type S3Server } from './s3-server.ts'
export { keyFor, listed, putBlob, readAll, sumStored, toBytes } from './stored-blobs.ts'
