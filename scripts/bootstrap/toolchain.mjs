import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { whileLocked } from './lock.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Returns this checkout's `{ node, pnpm }`: a suitable system Node, or else one from npm in `.toolchain`. */
export async function ensureToolchain(root) {
  const wanted = await pinnedVersions(root)
  const folder = join(root, '.toolchain')
  const bin = join(folder, 'node_modules', '.bin')
  const toolchain = {
    node: wanted.node === undefined ? process.execPath : join(bin, 'node'),
    pnpm: join(bin, 'pnpm'),
  }
  if (await isInstalled(folder, wanted)) return toolchain
  await mkdir(folder, { recursive: true })
  await whileLocked(join(folder, 'install.lock'), async () => {
    if (await isInstalled(folder, wanted)) return
    await install(folder, wanted)
    await mustRun(toolchain.node)
    await mustRun(toolchain.pnpm)
    await writeFile(join(folder, 'installed.json'), JSON.stringify(wanted))
  })
  return toolchain
}

async function pinnedVersions(root) {
  const node = (await readFile(join(root, '.node-version'), 'utf8')).trim()
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const pnpm = /^pnpm@([^+]+)/.exec(packageManager)?.[1]
  const major = (version) => Number.parseInt(version, 10)
  return { node: major(process.versions.node) >= major(node) ? undefined : node, pnpm }
}

async function isInstalled(folder, wanted) {
  const installed = JSON.parse(
    await readFile(join(folder, 'installed.json'), 'utf8').catch(() => '{}'),
  )
  return Object.entries(wanted).every(
    ([name, version]) => version === undefined || installed[name] === version,
  )
}

async function install(folder, wanted) {
  const names = Object.entries(wanted).filter(([, version]) => version !== undefined)
  console.log(
    `atrium: getting ${names.map(([name, version]) => `${name} ${version}`).join(' and ')}, once`,
  )
  await rm(join(folder, 'installed.json'), { force: true })
  await rm(join(folder, 'node_modules'), { recursive: true, force: true })
  const manifest = { private: true, dependencies: Object.fromEntries(names) }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const npm = await npmCommand()
  const options = [
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--ignore-scripts=false',
  ]
  const patience = [
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ]
  await runQuietly('the toolchain', npm.file, [...npm.args, 'install', ...options, ...patience], {
    cwd: folder,
  })
}

/** Returns npm's path: usually npm runs this script and states it. Otherwise it is next to Node or on PATH. */
async function npmCommand() {
  const beside = join(
    dirname(process.execPath),
    '..',
    'lib',
    'node_modules',
    'npm',
    'bin',
    'npm-cli.js',
  )
  for (const script of [process.env.npm_execpath ?? '', beside]) {
    if (!/npm-cli\.[cm]?js$/.test(script)) continue
    if (await readFile(script).catch(() => undefined))
      return { file: process.execPath, args: [script] }
  }
  return { file: 'npm', args: [] }
}

async function mustRun(program) {
  await runQuietly('the toolchain', program, ['--version'], { cwd: '/' })
}
