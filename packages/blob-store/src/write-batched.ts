import type { FileHandle } from 'node:fs/promises'
import type { ByteSource } from './blob-store.ts'

/** One system call writes about this much; the next batch is gathered while it runs. */
const batchBytes = 1024 * 1024

/** Writes a source to the end of a file in few large writes and answers its size; holds two batches at most. */
export async function writeBatched(
  handle: FileHandle,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<number> {
  let bytes = 0
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    const batch = gathered
    gathered = []
    gatheredBytes = 0
    await writing
    writing = writeWhole(handle, batch)
    // Its failure is reported where it is awaited, which may be a while later.
    writing.catch(() => undefined)
  }
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted()
      gathered.push(chunk)
      gatheredBytes += chunk.length
      bytes += chunk.length
      if (gatheredBytes >= batchBytes) await flush()
    }
    await flush()
    await writing
  } finally {
    await writing.catch(() => undefined)
  }
  return bytes
}

async function writeWhole(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  let { bytesWritten: written } = await handle.writev([...chunks])
  if (written === total) return
  const rest = Buffer.concat(chunks)
  while (written < total) written += (await handle.write(rest, written)).bytesWritten
}
