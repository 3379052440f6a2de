import { close, closeSync, constants, createReadStream, fstatSync, open, readFile } from 'node:fs'
import { promisify } from 'node:util'
import type { OpenBlob } from './blob-store.ts'

const streamChunkBytes = 256 * 1024
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const readAll = promisify<number, Buffer>(readFile)
/** The codes for an absent path and for a symbolic link. Links are never followed. */
const noBlob = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/**
 * Opens a blob's file. Returns undefined if it is absent or not a regular file. Calls that never
 * wait for the disk are synchronous, because a trip to the thread pool costs more than their work.
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
  buffer: () => readAll(descriptor).finally(() => closeSync(descriptor)),
  close: async () => closeSync(descriptor),
})
