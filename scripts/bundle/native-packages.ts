import { cp, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Packages with machine code, which no bundle can hold. */
export const nativePackages: readonly string[] = ['sharp']

interface Manifest {
  dependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
}

/** Copies a folder's native dependencies into `<target>/node_modules`. Throws when one is not installed. */
export async function copyNativePackages(folder: string, target: string): Promise<void> {
  const { dependencies = {} } = await manifestOf(folder)
  const copied = new Set<string>()
  for (const name of nativePackages) if (name in dependencies) await copyPackage(name, folder, target, copied)
}

async function copyPackage(name: string, from: string, target: string, copied: Set<string>): Promise<void> {
  if (copied.has(name)) return
  copied.add(name)
  const source = await findPackage(name, from)
  if (source === undefined) throw new Error(`${name} is not installed for ${from}`)
  await cp(source, join(target, 'node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (path) => path === source || basename(path) !== 'node_modules',
  })
  const { dependencies = {}, optionalDependencies = {} } = await manifestOf(source)
  for (const needed of Object.keys(dependencies)) await copyPackage(needed, source, target, copied)
  // Of the builds for all machines, that of this one is installed.
  for (const build of Object.keys(optionalDependencies)) {
    if ((await findPackage(build, source)) !== undefined) await copyPackage(build, source, target, copied)
  }
}

/** The folder to which `from` resolves a package, as Node does. */
async function findPackage(name: string, from: string): Promise<string | undefined> {
  for (let at = await realpath(from); ; at = dirname(at)) {
    const found = await realpath(join(at, 'node_modules', name)).catch(() => undefined)
    if (found !== undefined || at === dirname(at)) return found
  }
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
