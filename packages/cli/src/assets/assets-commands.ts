import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetPrefix, type Visibility } from '@atrium/asset-key'
import {
  type BlobFacts,
  type BlobStore,
  openStore,
  type StoreArea,
  type StoreLocation,
  storeAreas,
} from '@atrium/blob-store'
import { maxReleaseKeys, ReleaseAssets } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { CommandError, type CommandIo, type Flags } from '../command.ts'
import { storeLocation } from '../store-location.ts'
import { withBus } from '../with-bus.ts'
import { withDatabase } from '../with-database.ts'
import { findAreaOrphans, type ReferencedArea } from './area-orphans.db.ts'
import { copyDescriptions } from './copy-descriptions.db.ts'
import { type CopyState, copyOrg } from './copy-org.ts'
import { findOrphans } from './find-orphans.ts'
import type { OrphanSearch } from './old-blobs.ts'

export type AssetFlags = Flags<
  'org' | 'from' | 'to' | 'lane' | 'older-than',
  'delete' | 'transcripts' | 'item-files'
>

const progressEveryMs = 1_000
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const describe = ({ found, copied, repaired, skipped, failed }: CopyState) => {
  const how = repaired === 0 ? '' : `, ${repaired} of them repaired`
  return `${copied.count} copied (${megabytes(copied.bytes)})${how}, ${skipped} already there, ${failed.size} failed, of ${found.count} (${megabytes(found.bytes)})`
}

/**
 * `atrium assets copy`: copies an organisation between two backends. Returns true if every blob is
 * at the target.
 */
export async function copyCommand(flags: AssetFlags, io: CommandIo): Promise<boolean> {
  const orgId = requireOrg(flags)
  const lane = parseLane(flags)
  const source = storeLocation(requireFlag(flags, 'from'), 'FROM', io.env)
  const target = storeLocation(requireFlag(flags, 'to'), 'TO', io.env)
  if (isSameStore(source, target)) throw new CommandError('--from and --to name the same store')
  if (source.kind === 'directory' && !existsSync(source.directory)) {
    throw new CommandError(`${source.directory} does not exist`)
  }
  // Only assets have lanes. Without `--lane`, transcripts and item files are copied too.
  const areas = [undefined, ...(lane === undefined ? storeAreas : [])]
  let complete = true
  for (const area of areas) {
    if (!(await copyArea(source, { target, area, which: { orgId, lane }, io }))) complete = false
  }
  await copyNames({ orgId, lane }, io)
  return complete
}

/** Copies the rows with names, descriptions and tags if the target has another database. */
async function copyNames(
  which: { orgId: string; lane: Visibility | undefined },
  { env, write }: CommandIo,
): Promise<void> {
  const target = env['TO_DATABASE_URL']
  if (!target) return
  const source = env['FROM_DATABASE_URL'] ?? env['DATABASE_URL']
  const { found, copied } = await withDatabase({ ...env, DATABASE_URL: source }, (from) =>
    withDatabase({ ...env, DATABASE_URL: target }, (to) => copyDescriptions(from, to, which)),
  )
  write(`descriptions: ${copied} copied, ${found - copied} already there`)
}

async function copyArea(
  source: StoreLocation,
  {
    target,
    area,
    which,
    io,
  }: {
    target: StoreLocation
    area: StoreArea | undefined
    which: { orgId: string; lane: Visibility | undefined }
    io: CommandIo
  },
): Promise<boolean> {
  const [from, to] = [open(source, area), open(target, area)]
  let shownAt = 0
  const progress = (state: CopyState) => {
    if (performance.now() - shownAt < progressEveryMs) return
    shownAt = performance.now()
    io.error(`… ${describe(state)}`)
  }
  try {
    await to.check()
    // Removes the staged files of a killed copy.
    await to.sweep().catch(() => undefined)
    const state = await copyOrg({ from, to, ...which, mayVanish: area !== undefined, progress })
    for (const [key, reason] of state.failed) io.error(`${key}: ${reason}`)
    if (area === undefined) io.write(describe(state))
    else if (state.found.count > 0) io.write(`${area}: ${describe(state)}`)
    return state.failed.size === 0
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

/**
 * `atrium assets orphans`: lists unreferenced blobs and releases them if `--delete` is given.
 * Returns true if none was kept.
 */
export async function orphansCommand(flags: AssetFlags, io: CommandIo): Promise<boolean> {
  const orgId = requireOrg(flags)
  const graceMs = parseDuration(flags['older-than'] ?? '7d')
  const location = storeLocation(flags.from ?? 'configured', 'FROM', io.env)
  const area = readArea(flags)
  const store = open(location, area)
  const find = area === undefined ? assetOrphans : areaOrphans(area)
  try {
    return await find({ store, orgId, graceMs }, io, flags.delete === true)
  } finally {
    await store.close()
  }
}

const assetOrphans = (search: OrphanSearch, io: CommandIo, isDeleted: boolean): Promise<boolean> =>
  withBus(io.env, async (bus) => {
    const found: string[] = []
    let bytes = 0
    for await (const blob of findOrphans(bus, search)) {
      io.write(formatLine(blob))
      found.push(blob.key)
      bytes += blob.bytes
    }
    io.error(`${found.length} orphans, ${megabytes(bytes)}`)
    if (!isDeleted) return true
    let released = 0
    for (let at = 0; at < found.length; at += maxReleaseKeys) {
      const keys = found.slice(at, at + maxReleaseKeys)
      released += (await callRpc(bus, ReleaseAssets, { orgId: search.orgId, keys })).released.length
    }
    io.error(`${released} released, ${found.length - released} kept`)
    return released === found.length
  })

function readArea(flags: AssetFlags): ReferencedArea | undefined {
  if (flags.transcripts && flags['item-files'])
    throw new CommandError('Use either --transcripts or --item-files')
  if (flags.transcripts) return 'transcripts'
  return flags['item-files'] ? 'files' : undefined
}

/**
 * Lists the orphans of an area and deletes them directly, because no service releases a file that
 * has no row.
 */
const areaOrphans =
  (area: ReferencedArea) =>
  (search: OrphanSearch, io: CommandIo, isDeleted: boolean): Promise<boolean> =>
    withDatabase(io.env, async (db) => {
      const found = { count: 0, bytes: 0 }
      for await (const file of findAreaOrphans(db, area, search)) {
        io.write(formatLine(file))
        if (isDeleted) await search.store.delete(file.key)
        found.count += 1
        found.bytes += file.bytes
      }
      io.error(`${found.count} orphans, ${megabytes(found.bytes)}${isDeleted ? ', deleted' : ''}`)
      return true
    })

const formatLine = ({ key, bytes, modifiedAt }: BlobFacts): string =>
  `${key}\t${bytes}\t${modifiedAt.toISOString()}`

const open = (location: StoreLocation, area?: StoreArea): BlobStore =>
  openStore(location, join(tmpdir(), 'atrium-cli-staging'), area)

const isSameStore = (one: StoreLocation, other: StoreLocation): boolean =>
  one.kind === 'directory'
    ? other.kind === 'directory' && one.directory === other.directory
    : other.kind === 's3' && one.endpoint === other.endpoint && one.bucket === other.bucket

function requireFlag(flags: AssetFlags, name: 'from' | 'to'): string {
  const value = flags[name]
  if (!value) throw new CommandError(`--${name} is missing`)
  return value
}

function requireOrg(flags: AssetFlags): string {
  if (!flags.org) throw new CommandError('--org is missing')
  try {
    assetPrefix(flags.org)
  } catch {
    throw new CommandError(`${flags.org} is not an organisation id`)
  }
  return flags.org
}

function parseLane(flags: AssetFlags): Visibility | undefined {
  if (flags.lane === undefined || flags.lane === 'pub' || flags.lane === 'priv') return flags.lane
  throw new CommandError('--lane must be pub or priv')
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `30s`, `15m`, `12h` or `7d` to milliseconds. Throws a CommandError. */
function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const millis = units[unit ?? '']
  if (amount === undefined || millis === undefined) {
    throw new CommandError(`${text} is not a duration; write 30s, 15m, 12h or 7d`)
  }
  return Number(amount) * millis
}
