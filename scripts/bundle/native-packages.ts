import { cp, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Packages with machine code. A bundle cannot contain them. */
export const nativePackages: readonly string[] = ['sharp']

interface Manifest {
  dependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * Copies a folder's native dependencies, and those of its workspace packages, into
 * `<target>/node_modules`. Throws if one is not installed.
 */
export async function copyNativePackages(folder: string, target: string): Promise<void> {
  const copied = new Set<string>()
  for (const from of [folder, ...(await findWorkspacePackages(folder))]) {
    const { dependencies = {} } = await readManifest(from)
    for (const name of nativePackages)
      if (name in dependencies) await copyPackage(name, from, target, copied)
  }
}

/** Returns the folders of a folder's workspace dependencies, direct and indirect. */
export async function findWorkspacePackages(
  folder: string,
  found = new Set<string>(),
): Promise<Set<string>> {
  const { dependencies = {} } = await readManifest(folder)
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@atrium/')) continue
    const path = await findPackage(name, folder)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    await findWorkspacePackages(path, found)
  }
  return found
}

async function copyPackage(
  name: string,
  from: string,
  target: string,
  copied: Set<string>,
): Promise<void> {
  if (copied.has(name)) return
  copied.add(name)
  const source = await findPackage(name, from)
  if (source === undefined) throw new Error(`${name} is not installed for ${from}`)
  await cp(source, join(target, 'node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (path) => path === source || basename(path) !== 'node_modules',
  })
  const { dependencies = {}, optionalDependencies = {} } = await readManifest(source)
  for (const needed of Object.keys(dependencies)) await copyPackage(needed, source, target, copied)
  // A package lists builds for all machines, but only this machine's build is installed.
  for (const build of Object.keys(optionalDependencies)) {
    if ((await findPackage(build, source)) !== undefined)
      await copyPackage(build, source, target, copied)
  }
}

/** Resolves a package from the folder `from`, as Node does. Returns the package's folder. */
async function findPackage(name: string, from: string): Promise<string | undefined> {
  for (let at = await realpath(from); ; at = dirname(at)) {
    const found = await realpath(join(at, 'node_modules', name)).catch(() => undefined)
    if (found !== undefined || at === dirname(at)) return found
  }
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
