import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runCommand } from '../run-command.ts'
import { findNatsContainer } from './find-nats-container.ts'
import { installNatsPackage } from './install-nats-package.ts'
import { downloadNatsRelease } from './nats-release.ts'

/** A NATS server that can be started: a program, or an image that a container engine runs. */
export type NatsProgram = { readonly kind: 'program'; readonly path: string }
export type NatsContainer = { readonly kind: 'container'; readonly image: string }
export type NatsSource = NatsProgram | NatsContainer

export type FindNatsOptions = {
  readonly log?: (line: string) => void
  /** The search path; the environment's PATH when not given. */
  readonly path?: string
}

// Debian puts the server where an ordinary user's PATH does not look.
const systemFolders = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin']

/**
 * Finds a NATS server of version 2.9 or later, bringing one when the machine has none: a program on PATH, then the
 * system's package manager, then a container engine, then the pinned official release.
 * Throws with one line that says what was tried.
 */
export async function findNats(options: FindNatsOptions = {}): Promise<NatsSource> {
  const { log = () => {} } = options
  const installed = await findInstalledNats(options.path)
  if (installed !== undefined) return installed
  const attempts: [string, () => Promise<NatsSource | undefined>][] = [
    ['package manager', () => installNatsPackage(log, findInstalledNats)],
    ['container', () => findNatsContainer(log)],
    ['official release', async () => ({ kind: 'program', path: await downloadNatsRelease({ log }) })],
  ]
  const failures: string[] = []
  for (const [name, attempt] of attempts) {
    try {
      const found = await attempt()
      if (found !== undefined) return found
      failures.push(`${name}: none usable`)
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(
    `no NATS server found or installable (${failures.join('; ')}): install nats-server 2.9 or later, or set NATS_URL`,
  )
}

/** The first nats-server on the search path, or in a system folder, that is recent enough. */
export async function findInstalledNats(path = process.env['PATH'] ?? ''): Promise<NatsProgram | undefined> {
  for (const folder of new Set([...path.split(delimiter), ...systemFolders])) {
    if (folder === '') continue
    const program = join(folder, 'nats-server')
    if (!(await isExecutable(program))) continue
    const version = /v(\d+)\.(\d+)/.exec((await runCommand(program, ['--version'])).output)
    if (version !== null && isRecentEnough(Number(version[1]), Number(version[2]))) {
      return { kind: 'program', path: program }
    }
  }
  return undefined
}

/** Everything the platform asks of the server is in 2.9 (architecture, "How services talk"). */
function isRecentEnough(major: number, minor: number): boolean {
  return major > 2 || (major === 2 && minor >= 9)
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
