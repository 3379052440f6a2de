import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BlobStore, openStore } from '@atrium/blob-store'
import { copyOrg } from '../assets/copy-org.ts'
import { CommandError, type CommandIo } from '../command.ts'
import { storeLocation } from '../store-location.ts'
import { withBus } from '../with-bus.ts'
import { withDatabase } from '../with-database.ts'
import { type BackupManifest, blobsPath, exists, manifestPath, readManifest } from './backup-folder.ts'
import { dumpDatabase } from './dump-database.ts'
import { loadDatabase } from './load-database.ts'

interface BackupFlags {
  store?: string | undefined
  'no-files'?: boolean | undefined
}

/**
 * `atrium backup <folder>`: the database as it is at one moment, then the files of its organisations. The folder must be
 * empty or new. False when a file could not be copied.
 */
export async function backupCommand(flags: BackupFlags, io: CommandIo, path: string): Promise<boolean> {
  const folder = resolve(path)
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0) throw new CommandError(`${folder} is not empty`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { orgs, ...dumped } = await withDatabase(io.env, (db) =>
    dumpDatabase(db, folder, (table) => io.progress?.(table)),
  )
  if (Object.keys(dumped.migrations).length === 0) throw new CommandError('This database has no service yet')
  const complete =
    flags['no-files'] === true ||
    (await withStores(flags, io, 'FROM', folder, (platform, kept) => copyOrgs(platform, kept, orgs, io)))
  const manifest: BackupManifest = {
    ...{ format: 1, createdAt: new Date().toISOString() },
    ...dumped,
    orgs: flags['no-files'] === true ? null : orgs,
  }
  await writeFile(`${manifestPath(folder)}.part`, JSON.stringify(manifest, undefined, 2), { mode: 0o600 })
  await rename(`${manifestPath(folder)}.part`, manifestPath(folder))
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  io.progress?.('')
  io.write(
    `${rows} rows of ${manifest.tables.length} tables and the files of ${manifest.orgs?.length ?? 0} organisations`,
  )
  return complete
}

/**
 * `atrium restore <folder> --yes`: replaces the rows of the platform by those of a backup, adds its files, and empties the
 * streams of NATS, whose messages are about what is no more. False when a file could not be copied.
 */
export async function restoreCommand(
  { yes, ...flags }: BackupFlags & { yes?: boolean | undefined },
  io: CommandIo,
  path: string,
): Promise<boolean> {
  const folder = resolve(path)
  const manifest = await readManifest(folder)
  if (yes !== true)
    throw new CommandError('This replaces everything that the platform holds: repeat it with --yes')
  const { orgs } = manifest
  // Files first: rows that name missing ones are worse than files that nothing names.
  const complete =
    flags['no-files'] === true ||
    orgs === null ||
    (await withStores(flags, io, 'TO', folder, (platform, kept) => copyOrgs(kept, platform, orgs, io)))
  await withDatabase(io.env, (db) => loadDatabase(db, folder, manifest, (table) => io.progress?.(table)))
  await withBus(io.env, async (bus) => {
    for (const name of ['EVENTS', 'JOBS'] as const) await bus.jsm.streams.purge(bus.stream(name))
  })
  io.progress?.('')
  io.write(`The platform is as it was at ${manifest.createdAt}; start its services again`)
  return complete
}

async function withStores(
  { store = 'configured' }: BackupFlags,
  io: CommandIo,
  side: 'FROM' | 'TO',
  folder: string,
  step: (platform: BlobStore, kept: BlobStore) => Promise<boolean>,
): Promise<boolean> {
  const staging = join(tmpdir(), 'atrium-cli-staging')
  const platform = openStore(storeLocation(store, side, io.env), staging)
  const kept = openStore({ kind: 'directory', directory: blobsPath(folder) }, staging)
  try {
    if (side === 'TO' && !(await exists(blobsPath(folder)))) return true
    return await step(platform, kept)
  } finally {
    await Promise.all([platform.close(), kept.close()])
  }
}

/** Copies the files of each organisation; true when all of them arrived. */
async function copyOrgs(
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
