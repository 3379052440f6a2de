import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../command.ts'

/** A program and its arguments. No shell reads them. */
const Argv = z.array(z.string()).min(1).max(1_000)
const Name = z.string().trim().min(1).max(200)

const AgentFile = z.strictObject({
  name: Name.optional(),
  /** The concurrent run limit. */
  atOnce: z.number().int().min(1).max(20).default(1),
  /** The command for workspaces without their own command. */
  command: Argv.optional(),
  /** The workspace for runs without a workspace. */
  default: Name.optional(),
  workspaces: z
    .record(
      Name,
      z.strictObject({
        folder: z.string().min(1),
        command: Argv.optional(),
        trusted: z.boolean().default(false),
      }),
    )
    .refine((named) => Object.keys(named).length > 0, { error: 'Name at least one workspace' }),
})

export interface Workspace {
  name: string
  /** An absolute path. */
  folder: string
  command: readonly string[]
  /** True if the configuration allows runs here without asking. */
  trusted: boolean
}

export interface AgentConfig {
  name: string
  host: string
  atOnce: number
  workspaces: ReadonlyMap<string, Workspace>
  /** The workspace for runs without a workspace. Undefined if there is no default. */
  fallback: Workspace | undefined
}

const example = `It names the command and the folders of its runs, such as
  { "command": ["my-assistant", "--print"], "workspaces": { "site": { "folder": "/srv/site" } } }`

/** Reads the agent's configuration. Throws a `CommandError` with the mistake. */
export async function readAgentConfig(file: string): Promise<AgentConfig> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CommandError(`${file} is missing. ${example}`)
    throw new CommandError(`${file} cannot be read (${error.code ?? error.message})`)
  })
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new CommandError(`${file} is not JSON`)
  }
  const parsed = AgentFile.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new CommandError(
      `${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`,
    )
  }
  const { name = 'atrium-agent', atOnce, command, default: named, workspaces } = parsed.data
  const entries = Object.entries(workspaces).map(([workspace, own]): [string, Workspace] => {
    const argv = own.command ?? command
    if (argv === undefined)
      throw new CommandError(`${file}: workspaces.${workspace} has no command`)
    const folder = resolve(dirname(file), own.folder)
    return [workspace, { name: workspace, folder, command: argv, trusted: own.trusted }]
  })
  const workspaceByName = new Map(entries)
  if (named !== undefined && !workspaceByName.has(named))
    throw new CommandError(`${file}: "default" is not one of the workspaces`)
  const [only] = workspaceByName.size === 1 ? workspaceByName.values() : []
  const fallback = named === undefined ? only : workspaceByName.get(named)
  return { name, host: hostname(), atOnce, workspaces: workspaceByName, fallback }
}
