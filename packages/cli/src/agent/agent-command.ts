import { join, resolve } from 'node:path'
import { AtriumError } from '@atrium/sdk'
import {
  CommandError,
  type CommandIo,
  type CommandResult,
  exitCodes,
  type Flags,
} from '../command.ts'
import { settingsFolder, signedInClient } from '../login/stored-login.ts'
import { type AgentConfig, readAgentConfig, type Workspace } from './agent-config.ts'
import { approveWorkspaces } from './approve-workspaces.ts'
import { performRun } from './perform-run.ts'
import { type AgentPlatform, isPassing, pause, pauseAfter, persist } from './platform.ts'

type AgentFlags = Flags<'config' | 'at-once', 'yes'>

const waitSeconds = 25
const claimsApartMs = 1_000
const secrets: ReadonlySet<string> = new Set(['ATRIUM_API_KEY'])

function parseAtOnce(flag: string | undefined, { atOnce }: AgentConfig): number {
  if (flag === undefined) return atOnce
  const given = Number(flag)
  if (!Number.isInteger(given) || given < 1 || given > 20)
    throw new CommandError('--at-once must be a number from 1 to 20')
  return given
}

/**
 * `atrium agent`: claims and performs runs until it is stopped. Returns 3 if the platform refuses
 * the key.
 */
export async function agentCommand(flags: AgentFlags, io: CommandIo): Promise<CommandResult> {
  const { env, signal = new AbortController().signal } = io
  const client = await signedInClient(env)
  const folder = settingsFolder(env)
  const config = await readAgentConfig(resolve(flags.config ?? join(folder, 'agent.json')))
  const atOnce = parseAtOnce(flags['at-once'], config)
  const approved = await approveWorkspaces(
    [...config.workspaces.values()],
    join(folder, 'agent-workspaces.json'),
    flags.yes === true,
    io,
  )
  if (approved.length === 0) throw new CommandError('You have approved no workspace')
  // If runs name no workspace, the platform gives them to any agent.
  if (config.fallback === undefined || !approved.includes(config.fallback))
    throw new CommandError(
      'Set "default" to an approved workspace. Tasks without a workspace run there.',
    )
  const names = approved.map(({ name }) => name)
  io.error(`${config.name} on ${config.host} works on ${names.join(', ')}`)
  return claimRuns(client, config, { atOnce, approved, io, signal })
}

interface Claiming {
  atOnce: number
  approved: readonly Workspace[]
  io: CommandIo
  signal: AbortSignal
}

async function claimRuns(
  platform: AgentPlatform,
  { name, host, fallback, workspaces }: AgentConfig,
  { atOnce, approved, io, signal }: Claiming,
): Promise<CommandResult> {
  const env = Object.fromEntries(Object.entries(io.env).filter(([key]) => !secrets.has(key)))
  const active = new Set<Promise<void>>()
  const body = {
    agent: { name, host },
    kinds: ['implement' as const],
    workspaces: approved.map((workspace) => workspace.name),
    waitSeconds,
  }
  let code: CommandResult = exitCodes.stopped
  for (let failures = 0; !signal.aborted; ) {
    if (active.size >= atOnce) {
      await Promise.race(active)
      continue
    }
    const askedAt = performance.now()
    try {
      const claimed = await platform.agentRuns.claim({ body }, { signal })
      failures = 0
      if (claimed === undefined) {
        // A proxy or a stopping platform may respond immediately.
        await pause(Math.max(0, claimsApartMs - (performance.now() - askedAt)), signal)
        continue
      }
      const { run, lease } = claimed
      const workspace = run.workspace === null ? fallback : workspaces.get(run.workspace)
      if (workspace === undefined || !approved.includes(workspace)) {
        const error = 'The agent has no such workspace'
        const end = { status: 'failed' as const, error }
        const params = { id: run.id }
        await persist(signal, () => platform.agentRuns.finish({ params, body: end }, { lease }))
        continue
      }
      io.error(`${run.id}: started in ${workspace.name}`)
      const ofRun = { ...env, ATRIUM_RUN_ID: run.id, ATRIUM_TASK_ID: run.taskId ?? '' }
      const work = performRun({ platform, run, lease, workspace, env: ofRun, stopping: signal, io })
      const entry = work.finally(() => active.delete(entry))
      active.add(entry)
    } catch (error) {
      if (signal.aborted) break
      if (isPassing(error)) {
        if (failures === 0)
          io.error(`The platform cannot be reached. Trying again. ${error.message}`)
        await pause(pauseAfter(error, failures), signal)
        failures += 1
      } else if (error instanceof AtriumError) {
        io.error(`atrium: ${error.message}`)
        code = exitCodes.refused
        break
      } else throw error
    }
  }
  await Promise.all(active)
  return code
}
