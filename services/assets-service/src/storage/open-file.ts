import { constants, type FileHandle, open } from 'node:fs/promises'
import type { OpenBlob } from './blob-store.ts'
import { ifPresent } from './filesystem-errors.ts'

const streamChunkBytes = 256 * 1024
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Opens a blob's file; undefined when it is absent or no regular file (a link is never followed). */
export async function openFile(path: string, key: string): Promise<OpenBlob | undefined> {
  const handle = await ifPresent(() => open(path, readOnly)).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined
    throw error
  })
  if (!handle) return undefined
  const facts = await handle.stat()
  if (!facts.isFile()) {
    await handle.close()
    return undefined
  }
  return {
    key,
    bytes: facts.size,
    modifiedAt: facts.mtime,
    stream: (range) => handle.createReadStream({ ...range, highWaterMark: streamChunkBytes }),
    buffer: () => readWhole(handle, facts.size),
    close: () => handle.close(),
  }
}

async function readWhole(handle: FileHandle, bytes: number): Promise<Buffer> {
  try {
    const buffer = Buffer.allocUnsafeSlow(bytes)
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await handle.read(buffer, at, bytes - at, at)
      if (bytesRead === 0) throw new Error('A stored file is shorter than it was')
      at += bytesRead
    }
    return buffer
  } finally {
    await handle.close()
  }
}
