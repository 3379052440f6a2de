import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Bus, isRefusal } from '@atrium/messaging'
import type { Kysely } from 'kysely'
import { CommandError, type CommandIo, type Flags } from '../command.ts'
import { withBus } from '../with-bus.ts'
import { withDatabase } from '../with-database.ts'
import { copyOrgs, filesIn, withStores } from './backup-files.ts'
import { type BackupManifest, manifestPath, readManifest } from './backup-folder.ts'
import { findSessions } from './catalog.db.ts'
import { dumpDatabase } from './dump-database.ts'
import { loadDatabase } from './load-database.ts'

type BackupFlags = Flags<'store', 'no-files'>

/**
 * `atrium backup <folder>`: saves a database snapshot, then the organisations' files. The folder
 * must be empty or new. Returns false if a file could not be copied, and records that in the
 * manifest.
 */
export async function backupCommand(
  flags: BackupFlags,
  io: CommandIo,
  path: string,
): Promise<boolean> {
  const folder = resolve(path)
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0) throw new CommandError(`${folder} is not empty`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { orgs, ...dumped } = await withDatabase(io.env, (db) =>
    dumpDatabase(db, folder, (table) => io.progress?.(table)),
  )
  if (Object.keys(dumped.migrations).length === 0)
    throw new CommandError('This database has no tables of a service yet')
  const withFiles = flags['no-files'] !== true
  const files = withFiles
    ? await withStores(flags.store, {
        io,
        side: 'FROM',
        folder,
        step: async (pairs) => {
          const copies = pairs.map(({ platform: from, kept: to, isSwept }) => ({
            from,
            to,
            mayVanish: isSwept,
          }))
          const complete = await copyOrgs(copies, orgs, io)
          return { ...(await filesIn(folder, pairs, orgs)), complete }
        },
      })
    : null
  const manifest: BackupManifest = {
    format: 2,
    ...dumped,
    orgs: withFiles ? orgs : null,
    files,
  }
  await writeFile(`${manifestPath(folder)}.part`, JSON.stringify(manifest, undefined, 2), {
    mode: 0o600,
  })
  await rename(`${manifestPath(folder)}.part`, manifestPath(folder))
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  io.progress?.('')
  io.write(
    `${rows} rows of ${manifest.tables.length} tables and the files of ${manifest.orgs?.length ?? 0} organisations`,
  )
  return files?.complete ?? true
}

type RestoreFlags = BackupFlags & Flags<never, 'yes' | 'missing-files' | 'while-running'>

/**
 * `atrium restore <folder> --yes`: adds the files, replaces the platform's rows and empties the
 * NATS streams. Changes nothing if it throws a CommandError. Returns false and keeps the rows if a
 * file could not be copied.
 */
export async function restoreCommand(
  flags: RestoreFlags,
  io: CommandIo,
  path: string,
): Promise<boolean> {
  const folder = resolve(path)
  const manifest = await readManifest(folder)
  const target = readDatabaseUrl(io)
  if (flags.yes !== true) {
    throw new CommandError(
      `This replaces everything in ${target}. Repeat the command with --yes to confirm.`,
    )
  }
  return withBus(io.env, async (bus) => {
    await requireStreams(bus)
    return withDatabase(io.env, async (db) => {
      if (flags['while-running'] !== true) await requireAlone(db)
      if (!(await restoreFiles(flags, io, folder, manifest))) {
        io.error(`A file is missing. ${target} was not changed.`)
        return false
      }
      io.error(`Replacing the rows of ${target}`)
      await loadDatabase(db, folder, manifest, (table) => io.progress?.(table))
      for (const name of streams) await bus.jsm.streams.purge(bus.stream(name))
      io.progress?.('')
      io.write(`Restored the platform to ${manifest.createdAt}. Start its services again.`)
      return true
    })
  })
}

const streams = ['EVENTS', 'JOBS'] as const

/** Returns the database in `DATABASE_URL` without credentials. */
function readDatabaseUrl({ env }: CommandIo): string {
  const text = env['DATABASE_URL'] ?? ''
  if (!URL.canParse(text)) return 'the platform'
  const url = new URL(text)
  return `${url.host}${url.pathname}`
}

async function requireStreams(bus: Bus): Promise<void> {
  for (const name of streams) {
    await bus.jsm.streams.info(bus.stream(name)).catch((cause: unknown) => {
      if (isRefusal(cause)) throw cause
      throw new CommandError(
        'NATS has no streams of this platform (NATS_URL, NATS_NAMESPACE). Start the platform once, then restore.',
      )
    })
  }
}

const lastSessionsMs = 2_000

/**
 * Waits until the sessions of recently stopped services end. Throws if a service still uses the
 * database.
 */
async function requireAlone<DB>(db: Kysely<DB>): Promise<void> {
  const until = Date.now() + lastSessionsMs
  for (;;) {
    const sessions = await findSessions(db)
    if (sessions.length === 0) return
    if (Date.now() > until) {
      throw new CommandError(
        `Services use this database: ${sessions.join(', ')}. Stop them, or use --while-running and restart them afterwards.`,
      )
    }
    await setTimeout(100)
  }
}

/** Restores files first, because a row without its file is worse than a file without a row. */
async function restoreFiles(
  flags: RestoreFlags,
  io: CommandIo,
  folder: string,
  { orgs, files }: BackupManifest,
): Promise<boolean> {
  if (flags['no-files'] === true || orgs === null || files === null) return true
  return withStores(flags.store, {
    io,
    side: 'TO',
    folder,
    step: async (pairs) => {
      const lenient = flags['missing-files'] === true
      const there = await filesIn(folder, pairs, orgs)
      const whole = files.complete && there.count === files.count && there.bytes === files.bytes
      if (!whole && !lenient) {
        const reason = files.complete
          ? `has ${there.count} files of ${there.bytes} bytes instead of ${files.count} of ${files.bytes}`
          : 'was made while files could not be copied'
        throw new CommandError(
          `The backup ${reason}. Use --missing-files to restore it without them.`,
        )
      }
      if (there.count === 0) return true
      const copies = pairs.map(({ platform: to, kept: from }) => ({ from, to }))
      const complete = await copyOrgs(copies, orgs, io)
      return complete || lenient
    },
  })
}
