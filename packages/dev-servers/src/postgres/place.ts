import { createHash } from 'node:crypto'
import { cp, lstat, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { binariesIn, type PostgresBinaries } from './postgres-binaries.ts'
import { canReach, makeOwnFolder, type RunAs, waysToRun } from './run-as.ts'

/** Where PostgreSQL's programs and data are, and how they are run. */
export type Place = { readonly binaries: PostgresBinaries; readonly runAs: RunAs; readonly dataDir: string }

const openFolder = '/var/tmp/atrium'

/**
 * Decides how to run PostgreSQL for a data directory: the first way that reaches both the programs and the folder.
 * When none does (root's closed folders, and no capability to enter them) programs and data live in an open folder
 * and the data directory becomes a link to it. `log` is told about that.
 */
export async function choosePlace(
  binaries: PostgresBinaries,
  dataDir: string,
  log: (line: string) => void,
  ways?: readonly RunAs[],
): Promise<Place> {
  await mkdir(dirname(dataDir), { recursive: true })
  const candidates = ways ?? (await waysToRun(dataDir))
  for (const runAs of candidates) {
    if (await canReach(runAs, binaries.initdb, dirname(dataDir))) return { binaries, runAs, dataDir }
  }
  for (const runAs of candidates) {
    if (runAs.owner === undefined) continue
    const moved = await moveToOpenFolder(binaries, runAs, dataDir)
    if (!(await canReach(runAs, moved.binaries.initdb, dirname(moved.dataDir)))) continue
    log(`PostgreSQL cannot run inside ${dirname(dataDir)}; its data is kept in ${moved.dataDir}`)
    return moved
  }
  throw new Error(`PostgreSQL's programs in ${binaries.root} cannot be run by this user`)
}

async function moveToOpenFolder(binaries: PostgresBinaries, runAs: RunAs, dataDir: string): Promise<Place> {
  const programs = join(openFolder, `postgres-${binaries.version}`)
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const target = join(openFolder, `data-${name}`, 'postgres')
  await mkdir(dirname(target), { recursive: true, mode: 0o755 })
  if (!(await exists(programs))) {
    const unfinished = `${programs}.${process.pid}`
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, programs)
  }
  if ((await readlink(dataDir).catch(() => undefined)) !== target) {
    // The link is what counts: without it (a fresh start) whatever lies in the open folder is no longer wanted.
    await rm(target, { recursive: true, force: true })
    if (await exists(dataDir)) await cp(dataDir, target, { recursive: true, preserveTimestamps: true })
    else await makeOwnFolder(runAs, target)
    await rm(dataDir, { recursive: true, force: true })
    await symlink(target, dataDir)
  }
  return { binaries: binariesIn(programs, binaries.version), runAs, dataDir: target }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
