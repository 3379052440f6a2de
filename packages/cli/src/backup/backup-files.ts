import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobStore, openStore } from '@atrium/blob-store'
import { copyOrg } from '../assets/copy-org.ts'
import type { CommandIo } from '../command.ts'
import { storeLocation } from '../store-location.ts'
import { type BackupManifest, blobsPath, exists } from './backup-folder.ts'

/** Opens the platform's store, which is the given side of the copy, and that of a backup for one step. */
export async function withStores<T>(
  store: string | undefined,
  io: CommandIo,
  side: 'FROM' | 'TO',
  folder: string,
  step: (platform: BlobStore, kept: BlobStore) => Promise<T>,
): Promise<T> {
  const staging = join(tmpdir(), 'atrium-cli-staging')
  const platform = openStore(storeLocation(store ?? 'configured', side, io.env), staging)
  const kept = openStore({ kind: 'directory', directory: blobsPath(folder) }, staging)
  try {
    return await step(platform, kept)
  } finally {
    await Promise.all([platform.close(), kept.close()])
  }
}

/** Copies the files of each organisation; true when all of them arrived. */
export async function copyOrgs(
  from: BlobStore,
  to: BlobStore,
  orgs: readonly string[],
  io: CommandIo,
): Promise<boolean> {
  await to.check()
  let complete = true
  for (const [at, orgId] of orgs.entries()) {
    io.progress?.(`files of organisation ${at + 1} of ${orgs.length}`)
    const { failed } = await copyOrg({ from, to, orgId })
    for (const [key, reason] of failed) io.error(`${key}: ${reason}`)
    if (failed.size > 0) complete = false
  }
  return complete
}

type Files = NonNullable<BackupManifest['files']>

/** The files that a backup holds: how many, and their bytes. */
export async function filesIn(
  folder: string,
  kept: BlobStore,
  orgs: readonly string[],
): Promise<Omit<Files, 'complete'>> {
  const files = { count: 0, bytes: 0 }
  if (!(await exists(blobsPath(folder)))) return files
  for (const orgId of orgs) {
    for await (const { bytes } of kept.list(orgId)) {
      files.count += 1
      files.bytes += bytes
    }
  }
  return files
}
