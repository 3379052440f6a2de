import { cp, mkdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  exists,
  findOpenFolder,
  isInOpenFolder,
  makeOpenFolder,
  programsIn,
} from './open-folder.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { canReach, makeOwnFolder, type RunAs, waysToRun } from './run-as.ts'

/** Where PostgreSQL's programs and data are, and the identity to run them under. */
export type Place = {
  readonly binaries: PostgresBinaries
  readonly runAs: RunAs
  readonly dataDir: string
}

/**
 * Chooses the first identity that reaches both the programs and the data directory. If there is
 * none, moves both to an open folder, links it from the data directory, and calls `log` with one
 * line. Throws if the directory links to a missing folder, or to one that another user may change.
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
    if (await canReach(runAs, binaries.initdb, dirname(present)))
      return { binaries, runAs, dataDir: present }
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
 * Returns a linked data directory's target. Removes a dangling link to an open folder, left behind
 * by an interrupted start. Any other dangling link may point to an unmounted disk, so it throws.
 */
async function settleLink(dataDir: string): Promise<string> {
  const target = await readlink(dataDir).catch(() => undefined)
  if (target === undefined) return dataDir
  const present = await realpath(dataDir).catch(() => undefined)
  await findOpenFolder(dataDir)
  if (present !== undefined) return present
  if (!isInOpenFolder(target)) {
    throw new Error(
      `${dataDir} is a link to ${target}, which does not exist: restore it, or remove the link`,
    )
  }
  await rm(dataDir)
  return dataDir
}

async function moveToOpenFolder(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataDir: string,
): Promise<Place> {
  const folder = (await findOpenFolder(dataDir)) ?? (await makeOpenFolder())
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

/**
 * Restores the data if a move was interrupted before its link existed. If the link exists, removes
 * the old copy.
 */
async function recoverMove(dataDir: string): Promise<void> {
  const aside = movedAside(dataDir)
  if (!(await exists(aside))) return
  if (await exists(dataDir)) await rm(aside, { recursive: true, force: true })
  else await rename(aside, dataDir)
}
