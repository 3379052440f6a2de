import type { AssetsConfig } from '../config.ts'
import type { BlobStore } from './blob-store.ts'
import { createFilesystemStore } from './filesystem-store.ts'
import { createS3Store } from './s3-store.ts'

/** The backend that the configuration names. */
export function openStore(config: Pick<AssetsConfig, 'storage' | 'stagingDirectory'>): BlobStore {
  const { storage, stagingDirectory } = config
  return storage.kind === 'directory'
    ? createFilesystemStore({ directory: storage.directory })
    : createS3Store({ ...storage, stagingDirectory })
}
