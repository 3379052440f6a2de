import { randomBytes } from 'node:crypto'
import { mkdir, open as openFile, readdir, rm, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ByteSource } from './blob-store.ts'
import { ifPresent, preparedIfAbsent, translateWriteError } from './filesystem-errors.ts'
import { stopAtAbort } from './stop-at-abort.ts'

export interface StagingOptions {
  /** Directory that holds one subdirectory per running process. */
  root: string
  /** Whether a written file has reached the disk before it is handed over. */
  durable: boolean
  /** A process that has not shown a sign of life for this long is taken for dead. */
  deadAfterMs?: number
}

export interface StagedBytes {
  readonly path: string
  readonly bytes: number
}

export interface StagingArea {
  write(source: ByteSource, signal?: AbortSignal): Promise<StagedBytes>
  remove(file: StagedBytes): Promise<void>
  /** A fresh path inside this process's part, for something that is about to be thrown away. */
  discardPath(): Promise<string>
  /** Removes the parts of dead processes and says how many files or directories they held. */
  sweep(): Promise<{ removed: number }>
  close(): Promise<void>
}

const writeBytes = 1024 * 1024

/**
 * Files that are being written and have no name yet. Each process writes into a directory of its own, whose
 * modification time it refreshes, so that a sweep by any process removes exactly what dead ones left.
 */
export function createStagingArea(options: StagingOptions): StagingArea {
  const { root, durable, deadAfterMs = 60_000 } = options
  const own = join(root, randomBytes(12).toString('hex'))
  let heartbeat: NodeJS.Timeout | undefined

  const freshPath = () => join(own, randomBytes(12).toString('hex'))

  async function makeOwn(): Promise<void> {
    await mkdir(own, { recursive: true, mode: 0o700 })
    heartbeat ??= setInterval(() => {
      const now = new Date()
      utimes(own, now, now).catch(() => undefined)
    }, deadAfterMs / 6).unref()
  }

  async function write(source: ByteSource, signal?: AbortSignal): Promise<StagedBytes> {
    const path = freshPath()
    let bytes = 0
    async function* counted() {
      for await (const chunk of source) {
        signal?.throwIfAborted()
        bytes += chunk.length
        yield chunk
      }
    }
    const open = () => preparedIfAbsent(makeOwn, () => openFile(path, 'wx', 0o600))
    try {
      await stopAtAbort(source, signal, async () => {
        const handle = await open()
        await pipeline(counted, handle.createWriteStream({ highWaterMark: writeBytes, flush: durable }))
      })
      return { path, bytes }
    } catch (error) {
      await unlink(path).catch(() => undefined)
      throw translateWriteError(error)
    }
  }

  async function sweep() {
    let removed = 0
    for (const name of (await ifPresent(() => readdir(root))) ?? []) {
      const path = join(root, name)
      if (path === own) continue
      const facts = await ifPresent(() => stat(path))
      if (!facts || Date.now() - facts.mtimeMs < deadAfterMs) continue
      removed += facts.isDirectory() ? ((await ifPresent(() => readdir(path)))?.length ?? 0) : 1
      await rm(path, { recursive: true, force: true })
    }
    return { removed }
  }

  return {
    write,
    async remove(file) {
      await ifPresent(() => unlink(file.path))
    },
    async discardPath() {
      await makeOwn()
      return freshPath()
    },
    sweep,
    async close() {
      clearInterval(heartbeat)
      await rm(own, { recursive: true, force: true })
    },
  }
}
