import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobStore, openStore, storeAreas } from '@atrium/blob-store'
import { copyOrg } from '../assets/copy-org.ts'
import type { CommandIo } from '../command.ts'
import { storeLocation } from '../store-location.ts'
import { type BackupManifest, blobsPath } from './backup-folder.ts'

/** The platform's and the backup's side of one store part: the assets or an area. */
export interface StorePair {
  platform: BlobStore
  kept: BlobStore
  /** True if sweeps may delete files during a backup. No kept row needs those files. */
  isSwept: boolean
}

/**
 * Opens all parts of the platform's store and of a backup for one step. `side` says which side the
 * platform is.
 */
export async function withStores<T>(
  store: string | undefined,
  {
    io,
    side,
    folder,
    step,
  }: {
    io: CommandIo
    side: 'FROM' | 'TO'
    folder: string
    step: (pairs: readonly StorePair[]) => Promise<T>
  },
): Promise<T> {
  const staging = join(tmpdir(), 'atrium-cli-staging')
  const location = storeLocation(store ?? 'configured', side, io.env)
  const directory = blobsPath(folder)
  const pairs = [undefined, ...storeAreas].map((area) => ({
    platform: openStore(location, staging, area),
    kept: openStore({ kind: 'directory', directory }, staging, area),
    isSwept: area !== undefined,
  }))
  try {
    return await step(pairs)
  } finally {
    await Promise.all(pairs.flatMap(({ platform, kept }) => [platform.close(), kept.close()]))
  }
}

/**
 * Copies the files of each organisation. Returns true if all arrived, except files allowed to
 * vanish.
 */
export async function copyOrgs(
  copies: readonly { from: BlobStore; to: BlobStore; mayVanish?: boolean }[],
  orgs: readonly string[],
  io: CommandIo,
): Promise<boolean> {
  for (const { to } of copies) await to.check()
  let complete = true
  for (const [at, orgId] of orgs.entries()) {
    io.progress?.(`files of organisation ${at + 1} of ${orgs.length}`)
    for (const { from, to, mayVanish = false } of copies) {
      const { failed } = await copyOrg({ from, to, orgId, mayVanish })
      for (const [key, reason] of failed) io.error(`${key}: ${reason}`)
      if (failed.size > 0) complete = false
    }
  }
  return complete
}

type Files = NonNullable<BackupManifest['files']>

/** Returns how many files a backup holds, and their bytes. */
export async function filesIn(
  folder: string,
  pairs: readonly StorePair[],
  orgs: readonly string[],
): Promise<Omit<Files, 'complete'>> {
  const files = { count: 0, bytes: 0 }
  if (!existsSync(blobsPath(folder))) return files
  for (const orgId of orgs) {
    for (const { kept } of pairs) {
      for await (const { bytes } of kept.list(orgId)) {
        files.count += 1
        files.bytes += bytes
      }
    }
  }
  return files
}
