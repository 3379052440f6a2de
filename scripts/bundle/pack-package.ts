import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleCli } from './bundle-cli.ts'
import { bundleSdk } from './bundle-sdk.ts'

type Manifest = Readonly<Record<string, unknown>>

/**
 * The steps for packing a package: how to build `dist/`, and the manifest values for the published
 * version.
 */
interface Publication {
  build(root: string, dist: string): Promise<string>
  manifest(root: string): Promise<Manifest>
  beside: readonly string[]
}

const publications: Readonly<Record<string, Publication>> = {
  'packages/sdk': {
    build: bundleSdk,
    beside: ['README.md', 'examples'],
    manifest: async (root) => ({
      sideEffects: false,
      engines: { node: '>=20.3' },
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      types: './dist/index.d.ts',
      dependencies: {
        zod: `^${await readVersion(join(root, 'packages/contracts/node_modules/zod'))}`,
      },
    }),
  },
  'packages/cli': {
    build: bundleCli,
    beside: ['README.md'],
    manifest: async () => ({ engines: { node: '>=20.3' }, bin: { atrium: './dist/atrium.mjs' } }),
  },
}

export const packable: readonly string[] = Object.keys(publications)

/**
 * Returns the manifest for `npm pack`, without scripts and without names from the workspace or its
 * sources.
 */
export async function publicManifest(root: string, folder: string): Promise<Manifest> {
  const { name, version, description } = JSON.parse(
    await readFile(join(root, folder, 'package.json'), 'utf8'),
  ) as Manifest
  const { manifest, beside } = readPublication(folder)
  return {
    name,
    version,
    description,
    type: 'module',
    ...(await manifest(root)),
    files: ['dist', ...beside],
  }
}

/** Builds a package and packs it as npm would publish it. Returns the path of the `.tgz` in `target`. */
export async function packPackage(root: string, folder: string, target: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'atrium-pack-'))
  try {
    const { build, beside } = readPublication(folder)
    await build(root, join(stage, 'dist'))
    for (const name of beside)
      await cp(join(root, folder, name), join(stage, name), { recursive: true })
    await writeFile(
      join(stage, 'package.json'),
      JSON.stringify(await publicManifest(root, folder), undefined, 2),
    )
    return await npmPack(stage, target)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Packs a complete package folder. Returns the path of the `.tgz` in `target`. */
export async function npmPack(folder: string, target: string): Promise<string> {
  const args = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    target,
  ]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder })
  const { name, version } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, string>
  if (!stdout.includes(String(version))) throw new Error(`npm packed something else than ${name}`)
  return join(target, `${String(name).replace('@', '').replace('/', '-')}-${version}.tgz`)
}

function readPublication(folder: string): Publication {
  const publication = publications[folder]
  if (publication === undefined) throw new Error(`${folder} is none of ${packable.join(', ')}`)
  return publication
}

const readVersion = async (folder: string): Promise<string> =>
  (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version
