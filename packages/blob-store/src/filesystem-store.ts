import { access, constants, link, lstat, mkdir, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  type AssetKey,
  assetPrefix,
  parseAssetKey,
  type Visibility,
  visibilities,
} from '@atrium/asset-key'
import type { BlobStore } from './blob-store.ts'
import { createDirectorySync } from './directory-sync.ts'
import { ifPresent, isNoRoom, preparedIfAbsent, translateWriteError } from './filesystem-errors.ts'
import { type Lane, listLane } from './list-lane.ts'
import { openFile } from './open-file.ts'
import { createStagingArea, type StagedFile } from './staging-area.ts'

export interface FilesystemStoreOptions {
  /** Absolute path, created if it does not exist. Must be a POSIX file system with hard links. */
  directory: string
}

/**
 * Creates a store that keeps blobs as files `<directory>/<orgId>/<lane>/<uuid>.<ext>`. Each file is
 * complete or absent: it is written and flushed under `.tmp` and then linked to its name. The link
 * never replaces another blob.
 */
export function createFilesystemStore(options: FilesystemStoreOptions): BlobStore {
  const root = resolve(options.directory)
  const sync = createDirectorySync()

  const openLane = (orgId: string, visibility: Visibility): Lane => ({
    orgId,
    visibility,
    directory: join(root, assetPrefix(orgId, visibility)),
  })
  const resolvePath = ({ key }: AssetKey) => join(root, key)

  async function makeLane(lane: Lane): Promise<void> {
    await mkdir(lane.directory, { recursive: true, mode: 0o700 })
    // Flush every parent directory, because a concurrent writer may have created one and not
    // flushed it yet.
    for (let at = lane.directory; at !== root; at = dirname(at)) await sync(dirname(at))
  }

  async function commit(key: AssetKey, file: StagedFile): Promise<void> {
    const lane = openLane(key.orgId, key.visibility)
    let linked = false
    try {
      // The lane does not exist before its first blob or after a purge.
      await preparedIfAbsent(
        () => makeLane(lane),
        () => link(file.path, resolvePath(key)),
      )
      linked = true
      await sync(lane.directory)
    } catch (error) {
      if (linked) await removeFile(key).catch(() => undefined)
      throw translateWriteError(error)
    }
  }

  async function removeFile(key: AssetKey): Promise<boolean> {
    const path = resolvePath(key)
    if (!(await ifPresent(() => lstat(path)))?.isFile()) return false
    const removed = (await ifPresent(() => unlink(path).then(() => true))) ?? false
    if (removed) await ifPresent(() => sync(dirname(path)))
    return removed
  }

  const { discardPath, ...staging } = createStagingArea({
    root: join(root, '.tmp'),
    durable: true,
    commit,
  })
  return {
    ...staging,
    async open(name) {
      const key = parseAssetKey(name)
      return key && openFile(resolvePath(key), name)
    },
    async stat(name) {
      const key = parseAssetKey(name)
      const facts = key && (await ifPresent(() => lstat(resolvePath(key))))
      return facts?.isFile() ? { key: name, bytes: facts.size, modifiedAt: facts.mtime } : undefined
    },
    async delete(name) {
      const key = parseAssetKey(name)
      return key ? removeFile(key) : false
    },
    async *list(orgId, lane) {
      for (const visibility of lane ? [lane] : visibilities)
        yield* listLane(openLane(orgId, visibility))
    },
    async purge(orgId) {
      const removed = { bytes: 0, count: 0 }
      for (const visibility of visibilities) {
        const lane = openLane(orgId, visibility)
        for await (const blob of listLane(lane)) {
          removed.bytes += blob.bytes
          removed.count += 1
        }
        const away = await discardPath().catch((error: unknown) => {
          if (isNoRoom(error)) return undefined
          throw error
        })
        const remove = (path: string) => rm(path, { recursive: true, force: true })
        // Hides the lane from readers in one step. On a full disk the files disappear one by one.
        if (away) await ifPresent(() => rename(lane.directory, away))
        await remove(away ?? lane.directory)
      }
      await rm(join(root, orgId), { recursive: true, force: true })
      await sync(root)
      return removed
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}
