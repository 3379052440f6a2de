export { type ContractOptions, describeBlobStore, type StoreUnderTest } from './blob-store-contract.ts'
export { createMemoryStore } from './memory-store.ts'
export { findS3Server, type S3Server } from './s3-server.ts'
export { bytesOf, keyFor, listed, putBlob, readAll, usageOf } from './stored-blobs.ts'
