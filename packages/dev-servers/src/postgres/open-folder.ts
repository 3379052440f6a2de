import { chmod, cp, lstat, mkdtemp, readdir, readlink, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { binariesIn, type PostgresBinaries } from './postgres-binaries.ts'

const openPlace = '/var/tmp'
const prefix = 'atrium-'

/**
 * Creates a folder with an unpredictable name. Every user may enter it, but only this user may
 * change it.
 */
export async function makeOpenFolder(): Promise<string> {
  const folder = await mkdtemp(join(openPlace, prefix))
  await chmod(folder, 0o711)
  return folder
}

/**
 * Returns the open folder behind a linked data directory, if there is one. Throws if another user
 * can change the folder.
 */
export async function findOpenFolder(dataDir: string): Promise<string | undefined> {
  const target = await readlink(dataDir).catch(() => undefined)
  if (target === undefined || !isInOpenFolder(target)) return undefined
  const folder = dirname(target)
  if (!(await exists(folder))) return undefined
  // Folders from earlier versions share a parent folder.
  const chain = dirname(folder) === openPlace ? [folder] : [dirname(folder), folder]
  for (const link of chain) {
    if (!(await belongsToUs(link))) {
      throw new Error(
        `${dataDir} leads to ${link}, which others may change: move it away, or remove the link`,
      )
    }
  }
  return folder
}

/**
 * Returns PostgreSQL's programs in an open folder. Copies them there unless this user already has a
 * complete copy.
 */
export async function programsIn(
  folder: string,
  binaries: PostgresBinaries,
): Promise<PostgresBinaries> {
  const programs = join(folder, `programs-${binaries.version}`)
  if (!(await isWholeCopy(binaries.root, programs))) {
    const unfinished = `${programs}.new`
    await rm(unfinished, { recursive: true, force: true })
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true })
    if (!(await isWholeCopy(binaries.root, unfinished))) {
      throw new Error(
        `PostgreSQL's programs could not be copied from ${binaries.root} to ${programs}`,
      )
    }
    await rm(programs, { recursive: true, force: true })
    await rename(unfinished, programs)
  }
  return binariesIn(programs, binaries.version)
}

/** Removes a data directory and, if it is a link, the open folder behind it. */
export async function removePostgresData(dataDir: string): Promise<void> {
  const folder = await findOpenFolder(dataDir).catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true })
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}

/**
 * True if a path is data in an open folder. The second form is from earlier versions, which had a
 * shared parent.
 */
export const isInOpenFolder = (path: string): boolean =>
  /^\/var\/tmp\/(?:atrium-\w+|atrium\/data-[0-9a-f]{16})\/postgres$/.test(path)

/** True if a path exists. A dangling link counts. */
export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

/**
 * Returns true if a path is a folder (not a link) that this user owns and no other user may write
 * to.
 */
async function belongsToUs(folder: string): Promise<boolean> {
  const found = await lstat(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/**
 * True if a copy belongs to this user and has every file and link of the original, with equal sizes
 * and targets.
 */
async function isWholeCopy(original: string, copy: string): Promise<boolean> {
  if (!(await belongsToUs(copy).catch(() => false))) return false
  const [wanted, found] = await Promise.all([inventory(original), inventory(copy)])
  return wanted.length === found.length && wanted.every((line, index) => line === found[index])
}

async function inventory(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(root.length)
    if (entry.isDirectory()) return `${name}/`
    if (entry.isSymbolicLink()) return `${name} -> ${await readlink(path)}`
    const { size, mode } = await stat(path)
    return `${name} ${size} ${(mode & 0o111).toString(8)}`
  })
  return (await Promise.all(lines)).sort()
}
