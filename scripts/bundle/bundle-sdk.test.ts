import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmPack, packPackage } from './pack-package.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const use = (name: string) => `import { createClient } from '@atrium/sdk'
const client = createClient({ baseUrl: 'http://localhost:3000' })
export const title = async (): Promise<string> => (await client.cards.get({ params: { id: 'task_1' } })).${name}
export const titles = async (): Promise<string[]> => {
  const found = []
  for await (const card of client.cards.list.each({ query: { status: 'todo' } })) found.push(card.title)
  return found
}
`
const program = `import { AtriumNetworkError, createClient, verifyWebhook } from '@atrium/sdk'
const client = createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
const error = await client.me().catch((error) => error)
console.log(Object.keys(client.sites).sort().join(), error instanceof AtriumNetworkError, typeof verifyWebhook)
`
const printed = 'create,delete,get,list,publish,unpublish,update true function'

/** Finds the `node` programs on PATH with the oldest supported major version. */
const oldest = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => {
  const path = join(folder, 'node')
  if (!existsSync(path)) return []
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return /^v20\./.test(stdout) ? [path] : []
})[0]

// An empty project outside the repository. The published packages are installed there.
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sdk-'))
  const tarballs = join(folder, 'tarballs')
  await mkdir(tarballs)
  const sdk = await packPackage(root, 'packages/sdk', tarballs)
  // Packed locally, so the installation needs no registry.
  const zod = join(folder, 'zod')
  await cp(join(root, 'packages/contracts/node_modules/zod'), zod, {
    recursive: true,
    dereference: true,
  })
  const zodTarball = await npmPack(zod, tarballs)
  await rm(zod, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'program.js'), program)
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, zodTarball, sdk], { cwd: folder, stdio: 'inherit' })
}, 180_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (node: string, file: string) =>
  execFileSync(node, [file], { cwd: folder, encoding: 'utf8' }).trim()

test('contains no name from the workspace or its sources', async () => {
  const installed = join(folder, 'node_modules/@atrium/sdk')
  expect((await readdir(installed)).toSorted()).toEqual([
    'README.md',
    'dist',
    'examples',
    'package.json',
  ])
  const manifest = await readFile(join(installed, 'package.json'), 'utf8')
  expect(JSON.parse(manifest)).toMatchObject({
    type: 'module',
    dependencies: { zod: expect.stringMatching(/^\^\d/) },
  })
  for await (const name of (await readdir(join(installed, 'dist'), { recursive: true })).map(
    String,
  )) {
    if (!/\.(js|ts)$/.test(name)) continue
    const text = await readFile(join(installed, 'dist', name), 'utf8')
    const imports = [...text.matchAll(/(?:from\s*|import\()["']([^"']+)["']/g)].map(
      (match) => match[1] ?? '',
    )
    // Node prints the line of an uncaught error.
    if (name.endsWith('.js'))
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(2_000)
    for (const from of imports)
      expect(`${name} ${from}`).toMatch(/ (zod(\/\S+)?|\.{1,2}\/\S+\.js)$/)
  }
  expect(manifest).not.toMatch(/workspace:|catalog:|scripts/)
})

test('runs', () => expect(run(process.execPath, 'program.js')).toBe(printed))

test.skipIf(oldest === undefined)('runs with the oldest supported Node', () => {
  expect(run(oldest ?? '', 'program.js')).toBe(printed)
})

test('bundles for a browser', async () => {
  const outfile = join(folder, 'bundled.mjs')
  await build({
    entryPoints: [join(folder, 'program.js')],
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    logLevel: 'error',
  })
  await rm(join(folder, 'node_modules/zod'), { recursive: true })
  try {
    expect(run(process.execPath, outfile)).toBe(printed)
  } finally {
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
    })
  }
})

test('type-checks a program and its own examples and rejects a misspelt name', async () => {
  const examples = join(folder, 'node_modules/@atrium/sdk/examples')
  await cp(examples, join(folder, 'examples'), { recursive: true })
  const nodeTypes = await realpath(join(root, 'node_modules/@types/node'))
  await cp(nodeTypes, join(folder, 'node_modules/@types/node'), { recursive: true })
  const beside = join(nodeTypes, '../../undici-types')
  await cp(beside, join(folder, 'node_modules/undici-types'), {
    recursive: true,
    dereference: true,
  })
  const settings = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      allowJs: true,
      checkJs: true,
      skipLibCheck: false,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext', 'dom', 'dom.asynciterable'],
      types: ['node'],
    },
    include: ['right.ts', 'wrong.ts', 'examples/*.mjs'],
  }
  await writeFile(join(folder, 'right.ts'), use('title'))
  await writeFile(join(folder, 'wrong.ts'), use('titel'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout, stderr } = spawnSync(tsc, ['--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const errors = `${stdout}${stderr}`.trim().split('\n')
  expect(errors, 'the misspelt name alone').toEqual([
    expect.stringMatching(/^wrong\.ts\(.*'titel'/),
  ])
}, 120_000)
