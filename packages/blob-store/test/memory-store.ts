import { Readable } from 'node:stream'
import { assetPrefix } from '@atrium/asset-key'
import { storageErrors } from '@atrium/contracts'
import type {
  BlobStore,
  ByteSource,
  OpenBlob,
  StagedBlob,
  StageOptions,
} from '../src/blob-store.ts'
import { requireKey } from '../src/require-key.ts'
import { stopAtAbort } from '../src/stop-at-abort.ts'

export interface MemoryStoreOptions {
  /** The maximum bytes in the store, including staged ones. */
  capacityBytes?: number
}

interface Held {
  readonly bytes: Buffer
  readonly modifiedAt: Date
}

/** Creates a store in this process's memory, for tests. */
export function createMemoryStore(options: MemoryStoreOptions = {}): BlobStore {
  const { capacityBytes = 1_000_000_000 } = options
  const blobs = new Map<string, Held>()
  let held = 0

  async function collect(source: ByteSource, signal?: AbortSignal): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let mine = 0
    const read = async () => {
      for await (const chunk of source) {
        signal?.throwIfAborted()
        if (held + chunk.length > capacityBytes) throw storageErrors.insufficient_storage()
        chunks.push(Uint8Array.from(chunk))
        mine += chunk.length
        held += chunk.length
      }
    }
    try {
      await stopAtAbort(source, signal, read)
      return Buffer.concat(chunks)
    } catch (error) {
      held -= mine
      throw error
    }
  }

  async function stage(source: ByteSource, { signal }: StageOptions = {}): Promise<StagedBlob> {
    let bytes = await collect(source, signal)
    return {
      bytes: bytes.length,
      read: async (start, length) => Buffer.from(bytes.subarray(start, start + length)),
      async write(start, changed) {
        bytes.set(changed, start)
      },
      async replace(others) {
        held += others.length - bytes.length
        bytes = Buffer.from(others)
      },
      async commit(key) {
        try {
          if (blobs.has(requireKey(key).key)) throw new Error('The key is taken')
        } catch (error) {
          held -= bytes.length
          throw error
        }
        blobs.set(key, { bytes, modifiedAt: new Date() })
      },
      async abort() {
        held -= bytes.length
      },
    }
  }

  function remove(key: string): Buffer | undefined {
    const blob = blobs.get(key)
    if (!blob) return undefined
    blobs.delete(key)
    held -= blob.bytes.length
    return blob.bytes
  }

  const toKeys = (prefix: string) => [...blobs.keys()].filter((key) => key.startsWith(prefix))

  return {
    stage,
    open: async (key) => openBuffer(key, blobs.get(key)),
    stat: async (key) => openBuffer(key, blobs.get(key)),
    delete: async (key) => remove(key) !== undefined,
    async *list(orgId, lane) {
      for (const key of toKeys(assetPrefix(orgId, lane))) {
        const blob = openBuffer(key, blobs.get(key))
        if (blob) yield blob
      }
    },
    async purge(orgId) {
      const removed = toKeys(assetPrefix(orgId)).map((key) => remove(key)?.length ?? 0)
      return { bytes: removed.reduce((sum, bytes) => sum + bytes, 0), count: removed.length }
    },
    sweep: async () => ({ removed: 0 }),
    check: async () => undefined,
    close: async () => undefined,
  }
}

const openBuffer = (key: string, blob: Held | undefined): OpenBlob | undefined =>
  blob && {
    key,
    bytes: blob.bytes.length,
    modifiedAt: blob.modifiedAt,
    stream: (range) => {
      const part = range ? blob.bytes.subarray(range.start, range.end + 1) : blob.bytes
      return Readable.from(part.length > 0 ? [part] : [], { objectMode: false })
    },
    buffer: async () => Buffer.from(blob.bytes),
    close: async () => undefined,
  }
