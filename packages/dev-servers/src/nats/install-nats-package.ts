import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../run-command.ts'
import { cacheFolder } from './cache-folder.ts'
import { findInstalledNats } from './find-installed-nats.ts'
import type { NatsProgram } from './nats-source.ts'

type Installer = {
  readonly name: string
  readonly forRoot: boolean
  readonly install: () => Promise<NatsProgram | undefined>
}

const installers: readonly Installer[] = [
  { name: 'apt-get', forRoot: true, install: installWithApt },
  {
    name: 'apk',
    forRoot: true,
    install: () => installed('apk', ['add', '--no-cache', 'nats-server']),
  },
  {
    name: 'brew',
    forRoot: false,
    install: () => installed('brew', ['install', '-q', 'nats-server']),
  },
  { name: 'apt-get', forRoot: false, install: unpackWithApt },
]

/**
 * Installs nats-server as a system package. Returns undefined if this user may not install
 * packages. Throws the package manager's last line.
 */
export async function installNatsPackage(
  log: (line: string) => void,
): Promise<NatsProgram | undefined> {
  const root = process.getuid?.() === 0
  for (const installer of installers) {
    if (installer.forRoot !== root || !(await runCommand(installer.name, ['--version'])).ok)
      continue
    log(`no nats-server on this machine: installing it with ${installer.name}`)
    const program = await installer.install()
    if (program === undefined) throw new Error(`${installer.name} installed no usable nats-server`)
    return program
  }
  return undefined
}

async function installWithApt(): Promise<NatsProgram | undefined> {
  // A stale package list may still name the package, so a failed update is ignored.
  await runCommand('apt-get', ['-q', 'update'], quiet)
  return installed('apt-get', ['-q', '-y', '--no-install-recommends', 'install', 'nats-server'])
}

async function installed(manager: string, args: readonly string[]) {
  await mustRun(manager, args)
  return findInstalledNats()
}

/**
 * Downloads the signed package and unpacks it in the cache folder if the user may not install
 * packages.
 */
async function unpackWithApt(): Promise<NatsProgram | undefined> {
  const home = join(cacheFolder(), 'nats-debian')
  const program: NatsProgram = { kind: 'program', path: join(home, 'usr', 'sbin', 'nats-server') }
  if ((await runCommand(program.path, ['--version'])).ok) return program
  const work = `${home}.${process.pid}`
  await mkdir(join(work, 'lists', 'partial'), { recursive: true })
  try {
    const aptOptions = [
      '-q',
      '-o',
      `Dir::State::lists=${join(work, 'lists')}`,
      '-o',
      `Dir::Cache=${join(work, 'cache')}`,
    ]
    await mustRun('apt-get', [...aptOptions, 'update'], work)
    await mustRun('apt-get', [...aptOptions, 'download', 'nats-server'], work)
    const archive = (await readdir(work)).find((name) => name.endsWith('.deb'))
    if (archive === undefined) return undefined
    await mustRun('dpkg-deb', ['-x', join(work, archive), join(work, 'root')])
    await rm(home, { recursive: true, force: true })
    await rename(join(work, 'root'), home)
    return program
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const quiet = { timeoutMs: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }

async function mustRun(file: string, args: readonly string[], cwd = '/'): Promise<void> {
  const result = await runCommand(file, args, { ...quiet, cwd })
  if (!result.ok) throw new Error(`${file} failed: ${result.output.split('\n').at(-1)}`)
}
