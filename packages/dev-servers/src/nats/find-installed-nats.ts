import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runCommand } from '../run-command.ts'
import type { NatsProgram } from './nats-source.ts'

// Debian's folder for the server is not on an ordinary user's PATH.
const systemFolders = [
  '/usr/local/bin',
  '/usr/local/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/opt/homebrew/bin',
]

/**
 * Returns the first nats-server of version 2.9 or later on the search path or in a system folder.
 */
export async function findInstalledNats(
  path = process.env['PATH'] ?? '',
): Promise<NatsProgram | undefined> {
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

function isRecentEnough(major: number, minor: number): boolean {
  return major > 2 || (major === 2 && minor >= 9)
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
