import { chown, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CommandResult, runCommand } from '../run-command.ts'

/** A command line and its identity. */
export type Command = {
  readonly file: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

/** How to run PostgreSQL's programs under an accepted identity. */
export type RunAs = {
  /** Undefined for the current user. */
  readonly owner: Owner | undefined
  readonly command: (file: string, args: readonly string[]) => Command
}

export type Owner = { readonly uid: number; readonly gid: number }

/** Runs commands as the current user. The user is not root. */
export const runAsOurselves: RunAs = { owner: undefined, command: (file, args) => ({ file, args }) }

// PostgreSQL finds its programs with access(2), which ignores capabilities unless the last option
// is set.
const capabilityOptions = [
  '--inh-caps',
  '+dac_override',
  '--ambient-caps',
  '+dac_override',
  '--securebits',
  '+no_setuid_fixup',
]

/** Runs commands as another user. `capability` lets that user read and enter closed folders. */
export function runAsOwner(owner: Owner, how: 'plain' | 'setpriv' | 'capability'): RunAs {
  if (how === 'plain') return { owner, command: (file, args) => ({ file, args, ...owner }) }
  const identity = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups']
  const capability = how === 'capability' ? capabilityOptions : []
  return {
    owner,
    command: (file, args) => ({
      file: 'setpriv',
      args: [...identity, ...capability, '--', file, ...args],
    }),
  }
}

/** Runs one command to its end under the identity. */
export function runCommandAs(
  runAs: RunAs,
  file: string,
  args: readonly string[],
): Promise<CommandResult> {
  const { file: program, args: words, ...identity } = runAs.command(file, args)
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' }
  return runCommand(program, words, { env, timeoutMs: 120_000, ...identity })
}

/**
 * Returns the identities to try for this process, best first. PostgreSQL refuses to run as root and
 * requires that its user owns the data directory. Root therefore runs it as the directory's present
 * owner or as a system user.
 */
export async function waysToRun(dataDir: string): Promise<RunAs[]> {
  if (process.getuid?.() !== 0) return [runAsOurselves]
  const owner = (await readOwner(dataDir)) ?? (await systemUser())
  return [runAsOwner(owner, 'setpriv'), runAsOwner(owner, 'capability'), runAsOwner(owner, 'plain')]
}

/** True if this identity can enter a folder and run the programs. Creates nothing. */
export async function canReach(runAs: RunAs, initdb: string, folder: string): Promise<boolean> {
  const probe = 'cd "$1" && "$2" --show --no-locale --username probe --pgdata "$1/probe"'
  return (await runCommandAs(runAs, '/bin/sh', ['-c', probe, 'probe', folder, initdb])).ok
}

/** Creates a folder for PostgreSQL's user with mode 0700. */
export async function makeOwnFolder(runAs: RunAs, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (runAs.owner !== undefined) await chown(folder, runAs.owner.uid, runAs.owner.gid)
}

async function readOwner(folder: string): Promise<Owner | undefined> {
  const found = await stat(folder).catch(() => undefined)
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid }
}

async function systemUser(): Promise<Owner> {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const found = await lookUp(name)
    if (found !== undefined) return found
  }
  await runCommand('useradd', ['--system', '--no-create-home', '--shell', '/bin/false', 'atrium'])
  const created = await lookUp('atrium')
  if (created === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and no other user was found or could be created to run it',
    )
  }
  return created
}

async function lookUp(name: string): Promise<Owner | undefined> {
  const [uid, gid] = await Promise.all([
    runCommand('id', ['-u', name]),
    runCommand('id', ['-g', name]),
  ])
  if (!uid.ok || !gid.ok || Number(uid.output) === 0) return undefined
  return { uid: Number(uid.output), gid: Number(gid.output) }
}
