import { chmod, cp, lstat, mkdtemp, readdir, readlink, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { binariesIn, type PostgresBinaries } from './postgres-binaries.ts'

const openPlace = '/var/tmp'
const prefix = 'atrium-'

/** A new folder that every user may enter and only we may change, with a name that nobody can foresee. */
export async function makeOpenFolder(): Promise<string> {
  const folder = await mkdtemp(join(openPlace, prefix))
  await chmod(folder, 0o711)
  return folder
}

/**
 * The open folder that the link in a data directory's place leads into; undefined without such a link, or when the
 * folder has gone. Throws when another user could have put something there.
 */
export async function openFolderOf(dataDir: string): Promise<string | undefined> {
  const target = await readlink(dataDir).catch(() => undefined)
  if (target === undefined || !isInOpenFolder(target)) return undefined
  const folder = dirname(target)
  if (!(await exists(folder))) return undefined
  // Folders of the former kind lie together in one.
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

/** PostgreSQL's programs in such a folder, copied there unless a whole copy of ours is there already. */
export async function programsIn(folder: string, binaries: PostgresBinaries): Promise<PostgresBinaries> {
  const programs = join(folder, `programs-${binaries.version}`)
  if (!(await isWholeCopy(binaries.root, programs))) {
    const unfinished = `${programs}.new`
    await rm(unfinished, { recursive: true, force: true })
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true })
    if (!(await isWholeCopy(binaries.root, unfinished))) {
      throw new Error(`PostgreSQL's programs could not be copied from ${binaries.root} to ${programs}`)
    }
    await rm(programs, { recursive: true, force: true })
    await rename(unfinished, programs)
  }
  return binariesIn(programs, binaries.version)
}

/** Removes a data directory of ours; also the open folder, when that is where its data went. */
export async function removePostgresData(dataDir: string): Promise<void> {
  const folder = await openFolderOf(dataDir).catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true })
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}

/** Whether a path is that of data in an open folder; in the former kind all homes of a machine shared one. */
export const isInOpenFolder = (path: string): boolean =>
  /^\/var\/tmp\/(?:atrium-\w+|atrium\/data-[0-9a-f]{16})\/postgres$/.test(path)

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

/** A real folder of this user that nobody else may write to. */
async function belongsToUs(folder: string): Promise<boolean> {
  const found = await lstat(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** Whether a copy has every file of the original at its size, every link to its target, and is ours throughout. */
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
