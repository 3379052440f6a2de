import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whileLocked } from './lock.mjs'
import { runQuietly } from './run-quietly.mjs'
import { toolchainPath } from './toolchain-path.mjs'

/** Installs the lockfile's packages if the lockfile or a manifest has changed since the last success. */
export async function installDependencies(root, toolchain) {
  const stampFile = join(root, 'node_modules', '.atrium-installed')
  const stamp = await fingerprint(root)
  if (await matches(stampFile, stamp)) return
  await mkdir(join(root, '.toolchain'), { recursive: true })
  await whileLocked(join(root, '.toolchain', 'install.lock'), async () => {
    if (await matches(stampFile, stamp)) return
    console.log('atrium: installing dependencies')
    await rm(stampFile, { force: true })
    await runQuietly(
      'dependencies',
      toolchain.pnpm,
      ['install', '--frozen-lockfile', '--reporter=append-only'],
      {
        cwd: root,
        // CI asks no questions. NODE_ENV is unset, because a production install lacks the commands' packages.
        env: { PATH: toolchainPath(root, toolchain), CI: 'true', NODE_ENV: undefined },
      },
    )
    await writeFile(stampFile, stamp)
  })
}

async function matches(stampFile, stamp) {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === stamp
}

async function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    ...(await manifests(root)),
  ]) {
    hash.update(`${file}\n`).update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

async function manifests(root) {
  const found = [join('scripts', 'package.json')]
  for (const folder of ['packages', 'services']) {
    for (const name of (await readdir(join(root, folder))).sort()) {
      const file = join(folder, name, 'package.json')
      if (await readFile(join(root, file)).catch(() => undefined)) found.push(file)
    }
  }
  return found
}
