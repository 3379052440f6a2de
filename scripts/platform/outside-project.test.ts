import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmPack, packPackage } from '../bundle/pack-package.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'
import { offlineProgram, printed, program, toTypedProgram } from './outside-programs.ts'

// A project outside the repository uses the packed client and command line against a whole
// platform.
const root = fileURLToPath(new URL('../..', import.meta.url))
let platform: TestPlatform
let project: string
let env: Record<string, string>

/** Finds the `node` programs on PATH with the oldest supported major version. */
const oldest = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => {
  const path = join(folder, 'node')
  if (!existsSync(path)) return []
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return /^v20\./.test(stdout) ? [path] : []
})[0]

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'atrium-outside-'))
  const tarballs = join(project, 'tarballs')
  await mkdir(tarballs)
  const zod = join(project, 'zod')
  await cp(join(root, 'packages/contracts/node_modules/zod'), zod, {
    recursive: true,
    dereference: true,
  })
  const packed = [await npmPack(zod, tarballs)]
  for (const folder of ['packages/sdk', 'packages/cli'])
    packed.push(await packPackage(root, folder, tarballs))
  await rm(zod, { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  await writeFile(join(project, 'program.js'), program)
  await writeFile(join(project, 'offline.js'), offlineProgram)
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  await promisify(execFile)('npm', ['install', ...flags, ...packed], { cwd: project })
  platform = await startTestPlatform()
  const client = createClient({ baseUrl: platform.baseUrl })
  await client.auth.signUp({
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
  })
  await client.auth.createOrg({ name: 'Harbour', slug: 'harbour' })
  const { key } = await client.auth.createApiKey({ name: 'outside' })
  env = {
    PATH: process.env['PATH'] ?? '',
    XDG_CONFIG_HOME: join(project, 'config'),
    ATRIUM_URL: platform.baseUrl,
    ATRIUM_API_KEY: key,
  }
}, 240_000)
afterAll(async () => {
  await platform?.stop()
  await rm(project, { recursive: true, force: true })
})

/** Returns what a program prints without the platform. */
const print = (node: string, file: string) =>
  execFileSync(node, [file], { cwd: project, encoding: 'utf8' }).trim()

interface Outcome {
  code: number
  out: string
  err: string
}

/** Runs a program in the project. */
const run = (
  file: string,
  args: readonly string[],
  { input = '', own = env } = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(file, [...args], { cwd: project, env: own }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: out.trim(), err: err.trim() })
    })
    child.stdin?.end(input)
  })
const atrium = (args: readonly string[], options?: Parameters<typeof run>[2]) =>
  run(join(project, 'node_modules/.bin/atrium'), args, options)

test('creates, lists page by page, refuses a late change and reads a file with the packed client', async () => {
  const { out, err } = await run(process.execPath, ['program.js'])
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual({
    titles: ['Card 0', 'Card 1', 'Card 2'],
    refused: 'precondition_failed',
    csv: true,
  })
})

test('signs in, works with cards and reports results by exit code with the packed command line', async () => {
  const { ATRIUM_API_KEY: key = '', ...without } = env
  const bare = { PATH: without['PATH'] ?? '', XDG_CONFIG_HOME: without['XDG_CONFIG_HOME'] ?? '' }
  expect(await atrium(['whoami'], { own: bare })).toMatchObject({ code: 2 })
  const login = await atrium(['login', platform.baseUrl, '--api-key'], {
    own: bare,
    input: `${key}\n`,
  })
  expect(login).toMatchObject({
    code: 0,
    out: 'Signed in as Ada <ada@example.com>, owner of Harbour',
  })
  const created = await atrium(['cards', 'create'], {
    own: bare,
    input: '{"title":"From a pipe","tags":["cli"]}',
  })
  expect(created.out).toMatch(/^task_[0-9a-f]{32}$/)
  const listed = await atrium(['cards', 'list', '--tag', 'cli', '--json'], { own: bare })
  expect(JSON.parse(listed.out)).toMatchObject([{ id: created.out, title: 'From a pipe' }])
  expect((await atrium(['cards', 'list', '--tag', 'cli'])).out).toContain('From a pipe')
  const called = await atrium(['api', 'getCard', '--param', `id=${created.out}`])
  expect(JSON.parse(called.out)).toMatchObject({ id: created.out })
  expect((await atrium(['api', 'exportInvoices'])).out).toMatch(/^number,/)

  const wrong = await atrium(['cards', 'create'], { input: '{"title":"x","nope":1}' })
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('nope') })
  expect(await atrium(['cards', 'get', 'task_none'])).toMatchObject({ code: 1 })
  expect(await atrium(['cards', 'get'])).toMatchObject({ code: 2 })
  expect(
    await atrium(['whoami'], { own: { ...env, ATRIUM_API_KEY: 'atr_nobody0000' } }),
  ).toMatchObject({
    code: 3,
  })
  expect(await atrium(['logout'], { own: bare })).toMatchObject({ code: 0 })
  expect(await atrium(['whoami'], { own: bare })).toMatchObject({ code: 2 })
})

test('saves a workflow from printed output, runs it and follows it to its end', async () => {
  const graph = {
    nodes: [
      { id: 't', type: 'trigger.manual', name: 'Start', params: {}, position: { x: 0, y: 0 } },
    ],
    edges: [],
  }
  const first = await atrium(['workflows', 'create'], {
    input: JSON.stringify({ name: 'Empty', graph }),
  })
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^wf_/) })
  const printed = await atrium(['workflows', 'get', first.out, '--json'])
  const second = await atrium(['workflows', 'create', '-'], { input: printed.out })
  expect(second.code).toBe(0)
  expect(second.out).not.toBe(first.out)
  const ran = await atrium(['workflows', 'run', second.out, '--follow'])
  expect(ran).toMatchObject({ code: 0, out: 'completed', err: expect.stringContaining('queued') })
})

test("passes a run from the packed agent to its user's command and stops when asked", async () => {
  const created = await atrium(['api', 'createAgentRun', '--body', '-'], {
    input: '{"kind":"implement","prompt":"Say hello"}',
  })
  const { id } = JSON.parse(created.out) as { id: string }
  const workspaces = { here: { folder: project, trusted: true } }
  await writeFile(join(project, 'agent.json'), JSON.stringify({ command: ['cat'], workspaces }))
  const agent = spawn(
    join(project, 'node_modules/.bin/atrium'),
    ['agent', '--config', 'agent.json'],
    {
      cwd: project,
      env,
      stdio: 'ignore',
    },
  )
  try {
    await eventually(async () => {
      const { out } = await atrium(['api', 'getAgentRun', '--param', `id=${id}`])
      expect(JSON.parse(out)).toMatchObject({ status: 'succeeded', result: 'Say hello' })
    })
  } finally {
    agent.kill('SIGINT')
  }
  expect(await once(agent, 'exit')).toEqual([130, null])
})

test('packs a client without a name from the workspace or its sources', async () => {
  const installed = join(project, 'node_modules/@atrium/sdk')
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

test('runs the packed client', () => expect(print(process.execPath, 'offline.js')).toBe(printed))

test.skipIf(oldest === undefined)('runs the packed client with the oldest supported Node', () => {
  expect(print(oldest ?? '', 'offline.js')).toBe(printed)
})

test('bundles the packed client for a browser', async () => {
  const outfile = join(project, 'bundled.mjs')
  await build({
    entryPoints: [join(project, 'offline.js')],
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    logLevel: 'error',
  })
  await rm(join(project, 'node_modules/zod'), { recursive: true })
  try {
    expect(print(process.execPath, outfile)).toBe(printed)
  } finally {
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: project,
    })
  }
})

test('type-checks a program and the examples of the packed client and rejects a misspelt name', async () => {
  const examples = join(project, 'node_modules/@atrium/sdk/examples')
  await cp(examples, join(project, 'examples'), { recursive: true })
  const nodeTypes = await realpath(join(root, 'node_modules/@types/node'))
  await cp(nodeTypes, join(project, 'node_modules/@types/node'), { recursive: true })
  const beside = join(nodeTypes, '../../undici-types')
  await cp(beside, join(project, 'node_modules/undici-types'), {
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
  await writeFile(join(project, 'right.ts'), toTypedProgram('title'))
  await writeFile(join(project, 'wrong.ts'), toTypedProgram('titel'))
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(settings))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout, stderr } = spawnSync(tsc, ['--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  })
  const errors = `${stdout}${stderr}`.trim().split('\n')
  expect(errors, 'the misspelt name alone').toEqual([
    expect.stringMatching(/^wrong\.ts\(.*'titel'/),
  ])
})
