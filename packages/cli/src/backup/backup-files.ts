import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobStore, openStore, storeAreas } from '@atrium/blob-store'
import { copyOrg } from '../assets/copy-org.ts'
import type { CommandIo } from '../command.ts'
import { storeLocation } from '../store-location.ts'
import { type BackupManifest, blobsPath } from './backup-folder.ts'

/** One part of the stores, assets or an area beside them, of the platform and of a backup. */
export interface StorePair {
  platform: BlobStore
  kept: BlobStore
  /** Whether its sweeps delete files beside a backup, which no kept row needs. */
  isSwept: boolean
}

/** Opens all parts of the platform's store, which is the given side of the copy, and of a backup for one step. */
export async function withStores<T>(
  store: string | undefined,
  io: CommandIo,
  side: 'FROM' | 'TO',
  folder: string,
  step: (pairs: readonly StorePair[]) => Promise<T>,
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

/** Copies the files of each organisation; true when all of them arrived, but for those that vanished where they may. */
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

/** The files that a backup holds: how many, and their bytes. */
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
