import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AssetKey } from '@atrium/asset-key'
import type { BlobStore, ByteSource } from './blob-store.ts'
import { ifPresent, preparedIfAbsent, translateWriteError } from './filesystem-errors.ts'
import { requireKey } from './require-key.ts'
import { stopAtAbort } from './stop-at-abort.ts'

export interface StagedFile {
  readonly path: string
  readonly bytes: number
}

export interface StagingOptions {
  /** The directory with one subdirectory per running process. */
  root: string
  /** True if written files are flushed to disk. */
  durable: boolean
  /** Stores a staged file under its key. The file is removed afterwards. */
  commit(key: AssetKey, file: StagedFile): Promise<void>
}

export interface StagingArea extends Pick<BlobStore, 'stage' | 'sweep' | 'close'> {
  /** Returns a new path in this process's directory. */
  discardPath(): Promise<string>
}

const writeBytes = 256 * 1024
/** A process counts as dead if its directory is older than this. */
const deadAfterMs = 60_000

/**
 * Creates a staging area for files without a key. Each process writes into its own directory and
 * keeps refreshing that directory's modification time. A sweep by any process can therefore remove
 * only the files of dead processes.
 */
export function createStagingArea(options: StagingOptions): StagingArea {
  const { root, durable } = options
  const ownDirectory = join(root, randomBytes(12).toString('hex'))
  let heartbeat: NodeJS.Timeout | undefined

  const freshPath = () => join(ownDirectory, randomBytes(12).toString('hex'))

  async function makeOwn(): Promise<void> {
    await mkdir(ownDirectory, { recursive: true, mode: 0o700 })
    heartbeat ??= setInterval(() => {
      const now = new Date()
      utimes(ownDirectory, now, now).catch(() => undefined)
    }, deadAfterMs / 6).unref()
  }

  async function write(source: ByteSource, signal?: AbortSignal): Promise<StagedFile> {
    const path = freshPath()
    let bytes = 0
    async function* counted() {
      for await (const chunk of source) {
        signal?.throwIfAborted()
        bytes += chunk.length
        yield chunk
      }
    }
    try {
      await stopAtAbort(source, signal, async () => {
        const handle = await preparedIfAbsent(makeOwn, () => open(path, 'wx', 0o600))
        await pipeline(
          counted,
          handle.createWriteStream({ highWaterMark: writeBytes, flush: durable }),
        )
      })
      return { path, bytes }
    } catch (error) {
      await unlink(path).catch(() => undefined)
      throw translateWriteError(error)
    }
  }

  return {
    async stage(source, { signal } = {}) {
      let file = await write(source, signal)
      const { path } = file
      // One open file for all reads and writes, because a movie is changed in many places.
      let opened: Promise<FileHandle> | undefined
      const openFile = () => {
        opened ??= open(path, 'r+')
        return opened
      }
      const closeFile = async () => {
        const handle = await opened?.catch(() => undefined)
        await handle?.close()
      }
      let isFlushed = true
      const change = async (work: (handle: FileHandle) => Promise<unknown>): Promise<void> => {
        isFlushed = false
        await openFile()
          .then(work)
          .catch((error: unknown) => {
            throw translateWriteError(error)
          })
      }
      return {
        bytes: file.bytes,
        async read(start, length) {
          const handle = await openFile()
          const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, start)
          return buffer.subarray(0, bytesRead)
        },
        write: (start, bytes) => change((handle) => handle.write(bytes, 0, bytes.length, start)),
        async replace(bytes) {
          await change(async (handle) => {
            await handle.truncate(0)
            await handle.write(bytes, 0, bytes.length, 0)
          })
          file = { path, bytes: bytes.length }
        },
        async commit(key) {
          try {
            if (durable && !isFlushed) await (await openFile()).sync()
            await closeFile()
            await options.commit(requireKey(key), file)
          } finally {
            await closeFile().catch(() => undefined)
            await unlink(file.path).catch(() => undefined)
          }
        },
        async abort() {
          await closeFile().catch(() => undefined)
          await ifPresent(() => unlink(file.path))
        },
      }
    },
    async discardPath() {
      await makeOwn()
      return freshPath()
    },
    async sweep() {
      let removed = 0
      for (const name of (await ifPresent(() => readdir(root))) ?? []) {
        const path = join(root, name)
        if (path === ownDirectory) continue
        const facts = await ifPresent(() => stat(path))
        if (!facts || Date.now() - facts.mtimeMs < deadAfterMs) continue
        removed += facts.isDirectory() ? ((await ifPresent(() => readdir(path)))?.length ?? 0) : 1
        await rm(path, { recursive: true, force: true })
      }
      return { removed }
    },
    async close() {
      clearInterval(heartbeat)
      await rm(ownDirectory, { recursive: true, force: true })
    },
  }
}
