import { closeSync, constants, fsync, ftruncate, open, write } from 'node:fs'
import { promisify } from 'node:util'
import { preparedIfAbsent, systemCode } from './filesystem-errors.ts'

/** A new file that is written once, from its start to its end. */
export interface StagedFile {
  /** Appends the first `length` bytes of a slab; every slab but the last is full. One call at a time. */
  write(slab: Buffer, length: number): Promise<void>
  /** Resolves when the file is whole, and with `durable` when it is on the disk. */
  finish(durable: boolean): Promise<void>
  close(): void
}

/** Whether a file system takes writes past the page cache; the first refusal is believed for good. */
export interface DirectWrites {
  usable: boolean
}

const blockBytes = 4096
const refusals = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])
const { O_WRONLY, O_CREAT, O_DIRECT } = constants
// Descriptors by hand: a file handle costs the event loop more than the calls it wraps.
const fs = {
  open: promisify(open),
  write: promisify(write),
  truncate: promisify(ftruncate),
  flush: promisify(fsync),
}

export interface StagedFileOptions {
  direct: DirectWrites
  /** Makes the directory of the file where it is absent. */
  prepare(): Promise<unknown>
}

/**
 * The file `path`, made by the first write or at the end. A file that fills a slab is written past the page cache
 * where that is `direct.usable`, which takes slabs that lie on a page boundary (ADR 0015).
 */
export function createStagedFile(path: string, { direct, prepare }: StagedFileOptions): StagedFile {
  let descriptor: number | undefined
  let isMade = false
  let isDirect = false
  let position = 0

  // Whatever closing says, the number may be another file's afterwards.
  function close(): void {
    const closing = descriptor
    descriptor = undefined
    if (closing !== undefined) closeSync(closing)
  }

  async function reopen(directly: boolean): Promise<number> {
    close()
    // Made once: a file that was swept away must not come back as one whose beginning is a hole.
    const flags = O_WRONLY | (isMade ? 0 : O_CREAT) | (directly ? O_DIRECT : 0)
    descriptor = await preparedIfAbsent(prepare, () => fs.open(path, flags, 0o600))
    isMade = true
    isDirect = directly
    return descriptor
  }

  // A direct write is of whole blocks; what is too much in the last one is zero, and cut off.
  async function writeDirectly(slab: Buffer, length: number): Promise<number> {
    const padded = Math.ceil(length / blockBytes) * blockBytes
    slab.fill(0, length, padded)
    let written: number
    try {
      const open = descriptor ?? (await reopen(true))
      written = (await fs.write(open, slab, 0, padded, position)).bytesWritten
    } catch (error) {
      if (!refusals.has(systemCode(error) ?? '')) throw error
      direct.usable = false
      return 0
    }
    if (written > length && descriptor !== undefined) await fs.truncate(descriptor, position + length)
    return Math.min(written, length)
  }

  return {
    async write(slab, length) {
      const directly = isDirect || (descriptor === undefined && direct.usable && length === slab.length)
      let written = directly ? await writeDirectly(slab, length) : 0
      if (written < length && isDirect) await reopen(false)
      const open = descriptor ?? (await reopen(false))
      while (written < length) {
        written += (await fs.write(open, slab, written, length - written, position + written)).bytesWritten
      }
      position += length
    },
    async finish(durable) {
      const open = descriptor ?? (await reopen(false))
      if (durable) await fs.flush(open)
    },
    close,
  }
}
