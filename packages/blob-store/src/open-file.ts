import { close, closeSync, constants, createReadStream, fstatSync, open, read } from 'node:fs'
import type { OpenBlob } from './blob-store.ts'

const streamChunkBytes = 256 * 1024
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
/** The path is absent, or a symbolic link, which is never followed. */
const noBlob = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/**
 * Opens a blob's file; undefined when it is absent or no regular file.
 *
 * Plain descriptors and callbacks: reads are many, and each trip to the thread pool costs more than its work.
 * What cannot wait for a disk once a file is open (its facts, closing it) is done on the spot.
 */
export function openFile(path: string, key: string): Promise<OpenBlob | undefined> {
  return new Promise((resolve, reject) => {
    open(path, readOnly, (error, descriptor) => {
      if (error) {
        if (error.code && noBlob.has(error.code)) resolve(undefined)
        else reject(error)
        return
      }
      const facts = fstatSync(descriptor)
      if (facts.isFile()) resolve(openBlob(descriptor, key, facts.size, facts.mtime))
      else close(descriptor, () => resolve(undefined))
    })
  })
}

const openBlob = (descriptor: number, key: string, bytes: number, modifiedAt: Date): OpenBlob => ({
  key,
  bytes,
  modifiedAt,
  stream: (range) =>
    createReadStream('', { fd: descriptor, start: 0, ...range, highWaterMark: streamChunkBytes }),
  async buffer() {
    const buffer = Buffer.allocUnsafeSlow(bytes)
    await readFully(descriptor, buffer, 0).finally(() => closeSync(descriptor))
    return buffer
  },
  close: async () => closeSync(descriptor),
})

function readFully(descriptor: number, target: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const readFrom = (at: number) => {
      if (at === target.length) return resolve()
      read(descriptor, target, at, target.length - at, position + at, (error, count) => {
        if (error) reject(error)
        else if (count === 0) reject(new Error('A stored file is shorter than it was'))
        else readFrom(at + count)
      })
    }
    readFrom(0)
  })
}
