import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeBlobStore } from '../test/blob-store-contract.ts'
import { createMemoryStore } from '../test/memory-store.ts'
import { createFilesystemStore } from './filesystem-store.ts'

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
