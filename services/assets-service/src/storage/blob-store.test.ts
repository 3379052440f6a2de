import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { describeBlobStore } from '../../test/blob-store-contract.ts'
import { createFilesystemStore } from './filesystem-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createS3Store } from './s3-store.ts'

const filesUnder = async (directory: string): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

describeBlobStore(
  'the filesystem store',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'atrium-blobs-'))
    const store = createFilesystemStore({ directory })
    return {
      store,
      leftovers: () => filesUnder(join(directory, '.tmp')),
      stop: async () => {
        await store.close()
        await rm(directory, { recursive: true, force: true })
      },
    }
  },
  { largeBytes: 20_000_000, runs: 60 },
)

describeBlobStore(
  'the memory store',
  async () => {
    const store = createMemoryStore()
    return { store, stop: () => store.close() }
  },
  { largeBytes: 20_000_000, runs: 200 },
)

const endpoint = process.env['TEST_S3_ENDPOINT']
if (endpoint) {
  describeBlobStore(
    'the S3 store',
    async () => {
      const stagingDirectory = await mkdtemp(join(tmpdir(), 'atrium-s3-staging-'))
      const store = createS3Store({
        endpoint,
        bucket: process.env['TEST_S3_BUCKET'] ?? 'atrium-test',
        region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
        credentials: {
          accessKey: process.env['TEST_S3_ACCESS_KEY'] ?? '',
          secretKey: process.env['TEST_S3_SECRET_KEY'] ?? '',
        },
        stagingDirectory,
      })
      return {
        store,
        leftovers: () => filesUnder(stagingDirectory),
        stop: async () => {
          await store.close()
          await rm(stagingDirectory, { recursive: true, force: true })
        },
      }
    },
    { largeBytes: 20_000_000, runs: 10 },
  )
} else {
  describe('the S3 store', () => {
    it.skip('needs a server: TEST_S3_ENDPOINT is not set', () => undefined)
  })
}
