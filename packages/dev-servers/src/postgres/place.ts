import { cp, lstat, mkdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isInOpenFolder, makeOpenFolder, openFolderOf, programsIn } from './open-folder.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { canReach, makeOwnFolder, type RunAs, waysToRun } from './run-as.ts'

/** Where PostgreSQL's programs and data are, and how they are run. */
export type Place = { readonly binaries: PostgresBinaries; readonly runAs: RunAs; readonly dataDir: string }

/**
 * Decides how to run PostgreSQL for a data directory: the first way that reaches both the programs and the folder.
 * When none does (root's closed folders, and no capability to enter them) programs and data live in an open folder
 * and the data directory becomes a link to it. `log` is told about that.
 * Throws when the data directory is a link to something that is not there, or that another user may change.
 */
export async function choosePlace(
  binaries: PostgresBinaries,
  dataDir: string,
  log: (line: string) => void,
  ways?: readonly RunAs[],
): Promise<Place> {
  await mkdir(dirname(dataDir), { recursive: true })
  await recoverMove(dataDir)
  const present = await settleLink(dataDir)
  const candidates = ways ?? (await waysToRun(present))
  for (const runAs of candidates) {
    if (await canReach(runAs, binaries.initdb, dirname(present))) return { binaries, runAs, dataDir: present }
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

/**
 * The directory that a link in the data directory's place leads to. A link of ours whose target has gone, as a start
 * that was interrupted leaves one, is taken away; a person's own may lead to a disk that is not mounted.
 */
async function settleLink(dataDir: string): Promise<string> {
  const target = await readlink(dataDir).catch(() => undefined)
  if (target === undefined) return dataDir
  const present = await realpath(dataDir).catch(() => undefined)
  await openFolderOf(dataDir)
  if (present !== undefined) return present
  if (!isInOpenFolder(target)) {
    throw new Error(
      `${dataDir} is a link to ${target}, which is not there: bring it back, or remove the link`,
    )
  }
  await rm(dataDir)
  return dataDir
}

async function moveToOpenFolder(binaries: PostgresBinaries, runAs: RunAs, dataDir: string): Promise<Place> {
  const folder = (await openFolderOf(dataDir)) ?? (await makeOpenFolder())
  const target = join(folder, 'postgres')
  const reachable = await canReach(runAs, binaries.initdb, folder)
  const place = {
    binaries: reachable ? binaries : await programsIn(folder, binaries),
    runAs,
    dataDir: target,
  }
  if ((await readlink(dataDir).catch(() => undefined)) === target) return place
  if (await exists(dataDir)) {
    await cp(dataDir, target, { recursive: true, preserveTimestamps: true })
    await rename(dataDir, movedAside(dataDir))
  } else await makeOwnFolder(runAs, target)
  await symlink(target, dataDir)
  await rm(movedAside(dataDir), { recursive: true, force: true })
  return place
}

const movedAside = (dataDir: string): string => `${dataDir}.moved`

/** Puts data back that a move was interrupted with, before its link was made; removes it after that. */
async function recoverMove(dataDir: string): Promise<void> {
  const aside = movedAside(dataDir)
  if (!(await exists(aside))) return
  if (await exists(dataDir)) await rm(aside, { recursive: true, force: true })
  else await rename(aside, dataDir)
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
