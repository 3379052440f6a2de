import type { ByteSource } from './blob-store.ts'
import { createGradedPool, createSlabPool } from './slab-pool.ts'
import type { StagedFile } from './staged-file.ts'

const kilobyte = 1024
const slabs = createGradedPool(createSlabPool(1024 * kilobyte, 32), 32, createSlabPool(128 * kilobyte, 128))

/**
 * Writes a source to a file in slabs and answers its size; one slab is filled while the last is written. They are of
 * 1 MB, or of 128 KB where many uploads are on their way at once.
 *
 * The chunks are copied: they come from the network and die young that way. Held until the disk had taken them, they
 * grew old and made the engine collect its whole heap, many times a second.
 */
export async function writeBatched(
  file: StagedFile,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<number> {
  let bytes = 0
  let slab: Buffer | undefined
  let filled = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async (full: Buffer) => {
    await writing
    // From here on it is the write's: nobody may fill it before the disk has it.
    slab = undefined
    writing = file.write(full, filled).finally(() => slabs.give(full))
    // Its failure is reported where it is awaited, which may be a while later.
    writing.catch(() => undefined)
    filled = 0
  }
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted()
      bytes += chunk.length
      for (let at = 0; at < chunk.length; ) {
        slab ??= slabs.take()
        const part = chunk.subarray(at, at + slab.length - filled)
        slab.set(part, filled)
        filled += part.length
        at += part.length
        if (filled === slab.length) await flush(slab)
      }
    }
    if (slab) await flush(slab)
    await writing
  } finally {
    await writing.catch(() => undefined)
    if (slab) slabs.give(slab)
  }
  return bytes
}
