import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { CommandError, type CommandIo } from '../command.ts'
import type { Workspace } from './agent-config.ts'

const Approved = z.array(z.string())

// Asks again if the folder or the command changes.
const toKey = ({ folder, command }: Workspace): string =>
  createHash('sha256')
    .update(JSON.stringify([folder, command]))
    .digest('hex')

/**
 * Returns the workspaces in which runs may start: trusted ones, ones approved earlier, and ones
 * that the user approves now. Stores approvals in `file`. Throws a `CommandError` if nobody can be
 * asked.
 */
export async function approveWorkspaces(
  workspaces: readonly Workspace[],
  file: string,
  yes: boolean,
  io: CommandIo,
): Promise<Workspace[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  const approved = new Set(parseApproved(text))
  const isFree = (workspace: Workspace): boolean =>
    yes || workspace.trusted || approved.has(toKey(workspace))
  const asked = workspaces.filter((workspace) => !isFree(workspace))
  if (asked.length === 0) return [...workspaces]
  if (io.asksPerson !== true || io.input === undefined) {
    const names = asked.map(({ name }) => name).join(', ')
    throw new CommandError(
      `There is no terminal to approve ${names}. Use --yes, or set "trusted" in the configuration.`,
    )
  }
  const lines = createInterface({ input: Readable.from(io.input) })[Symbol.asyncIterator]()
  for (const workspace of asked) {
    const call = workspace.command.map((word) => JSON.stringify(word)).join(' ')
    io.error(
      `Runs will start ${call} in ${workspace.folder} with the prompts of your account. Allow? [y/N]`,
    )
    const { value = '' } = await lines.next()
    if (/^y(es)?$/i.test(String(value).trim())) approved.add(toKey(workspace))
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify([...approved]), { mode: 0o600 })
  return workspaces.filter(isFree)
}

function parseApproved(text: string): string[] {
  try {
    return Approved.parse(JSON.parse(text))
  } catch {
    return []
  }
}
