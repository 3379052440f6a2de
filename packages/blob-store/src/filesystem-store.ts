import { access, constants, link, lstat, mkdir, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type AssetKey, assetPrefix, parseAssetKey, type Visibility, visibilities } from '@atrium/asset-key'
import type { BlobStore, StageOptions } from './blob-store.ts'
import { createDirectorySync } from './directory-sync.ts'
import { ifPresent, isNoRoom, preparedIfAbsent, translateWriteError } from './filesystem-errors.ts'
import { type Lane, listLane } from './list-lane.ts'
import { openFile } from './open-file.ts'
import { requireKey } from './require-key.ts'
import { createStagingArea, type StagedBytes } from './staging-area.ts'

export interface FilesystemStoreOptions {
  /** Absolute path; made when it is absent. Must be a POSIX file system with hard links. */
  directory: string
  /** See `StagingOptions`. */
  deadAfterMs?: number
}

/**
 * Blobs as files `<directory>/<orgId>/<lane>/<uuid>.<ext>`, so that an org or one lane of it can be copied
 * with any tool. A blob appears whole or not at all: it is written and flushed under `.tmp`, then linked to
 * its name, which never replaces one that exists.
 */
export function createFilesystemStore(options: FilesystemStoreOptions): BlobStore {
  const root = resolve(options.directory)
  const { deadAfterMs } = options
  const staging = createStagingArea({
    root: join(root, '.tmp'),
    durable: true,
    ...(deadAfterMs && { deadAfterMs }),
  })
  const sync = createDirectorySync()

  const laneOf = (orgId: string, visibility: Visibility): Lane => ({
    orgId,
    visibility,
    directory: join(root, assetPrefix(orgId, visibility)),
  })
  const pathOf = (key: AssetKey) => join(root, key.orgId, key.visibility, `${key.uuid}.${key.extension}`)

  async function makeLane(lane: Lane): Promise<void> {
    await mkdir(lane.directory, { recursive: true, mode: 0o700 })
    // Each directory is an entry of the one above it. Whoever made it may not have flushed it yet.
    for (let at = lane.directory; at !== root; at = dirname(at)) await sync(dirname(at))
  }

  async function commit(file: StagedBytes, name: string): Promise<void> {
    const key = requireKey(name)
    const lane = laneOf(key.orgId, key.visibility)
    let linked = false
    try {
      // Absent when this is the first blob of the lane, or when a purge has moved the lane away.
      await preparedIfAbsent(
        () => makeLane(lane),
        () => link(file.path, pathOf(key)),
      )
      linked = true
      await sync(lane.directory)
    } catch (error) {
      if (linked) await removeFile(key).catch(() => undefined)
      throw translateWriteError(error)
    } finally {
      await staging.remove(file).catch(() => undefined)
    }
  }

  async function removeFile(key: AssetKey): Promise<boolean> {
    const path = pathOf(key)
    if (!(await ifPresent(() => lstat(path)))?.isFile()) return false
    const removed = (await ifPresent(() => unlink(path).then(() => true))) ?? false
    if (removed) await ifPresent(() => sync(dirname(path)))
    return removed
  }

  async function stage(source: AsyncIterable<Uint8Array>, { signal }: StageOptions = {}) {
    const file = await staging.write(source, signal)
    return {
      bytes: file.bytes,
      commit: (key: string) => commit(file, key),
      abort: () => staging.remove(file),
    }
  }

  return {
    kind: 'filesystem',
    stage,
    async put(key, source, stageOptions) {
      requireKey(key)
      const staged = await stage(source, stageOptions)
      await staged.commit(key)
      return { bytes: staged.bytes }
    },
    async open(name) {
      const key = parseAssetKey(name)
      return key && openFile(pathOf(key), name)
    },
    async stat(name) {
      const key = parseAssetKey(name)
      const facts = key && (await ifPresent(() => lstat(pathOf(key))))
      return facts?.isFile() ? { key: name, bytes: facts.size, modifiedAt: facts.mtime } : undefined
    },
    async delete(name) {
      const key = parseAssetKey(name)
      return key ? removeFile(key) : false
    },
    async *list(orgId, lane) {
      for (const visibility of lane ? [lane] : visibilities) yield* listLane(laneOf(orgId, visibility))
    },
    async purge(orgId) {
      const removed = { bytes: 0, count: 0 }
      for (const visibility of visibilities) {
        const lane = laneOf(orgId, visibility)
        for await (const blob of listLane(lane)) {
          removed.bytes += blob.bytes
          removed.count += 1
        }
        const away = await staging.discardPath().catch((error: unknown) => {
          if (isNoRoom(error)) return undefined
          throw error
        })
        const remove = (path: string) => rm(path, { recursive: true, force: true })
        // Out of sight in one step; where there is no room for that, file by file.
        if (away) await ifPresent(() => rename(lane.directory, away))
        await remove(away ?? lane.directory)
      }
      await rm(join(root, orgId), { recursive: true, force: true })
      await sync(root)
      return removed
    },
    sweep: () => staging.sweep(),
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
    close: () => staging.close(),
  }
}
