import { type AgentRun, agentLeaseSeconds, agentLostSeconds } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import type { CommandIo } from '../command.ts'
import type { Workspace } from './agent-config.ts'
import { type AgentPlatform, isLost, pause, persist } from './platform.ts'
import { type RunProcess, startProcess } from './run-process.ts'
import { createTranscriptSender } from './transcript-sender.ts'

export interface Performance {
  platform: AgentPlatform
  run: AgentRun
  lease: string
  workspace: Workspace
  /** The environment of the command. */
  env: Readonly<Record<string, string | undefined>>
  /** Aborts when the agent stops. */
  stopping: AbortSignal
  io: Pick<CommandIo, 'error'>
}

const beatMs = 5_000
const graceMs = 10_000
/** Without a renewed lease for so long the run may be given to another agent. */
const deadlineMs = (agentLeaseSeconds + agentLostSeconds - 10) * 1_000
const tailLength = 4_000

/** The last lines of a stream, up to 4,000 characters. */
function createTail() {
  let text = ''
  return {
    add(line: string): void {
      text = `${text}${line}\n`.slice(-tailLength)
    },
    text: (): string => text.trim(),
  }
}

/**
 * Works on a claimed run: starts the command, sends its lines, keeps the lease, and ends the run. The command is killed when
 * the lease is lost, or could not be renewed in time. Never throws.
 */
export async function performRun(given: Performance): Promise<void> {
  const { platform, run, lease, workspace, env, stopping, io } = given
  const gone = new AbortController()
  const beating = new AbortController()
  let reason: 'cancelled' | 'stopped' | undefined
  let command: RunProcess | undefined
  const lose = (): void => {
    if (gone.signal.aborted) return
    io.error(`${run.id}: the lease is lost, its command is killed`)
    gone.abort()
    command?.kill()
  }
  const stop = (why: 'cancelled' | 'stopped'): void => {
    reason ??= why
    command?.stop(graceMs)
  }
  const transcript = createTranscriptSender(
    platform,
    { id: run.id, lease },
    { pause: () => command?.pause(), resume: () => command?.resume(), lost: lose },
    gone.signal,
  )
  const tails = { out: createTail(), err: createTail() }
  const onStop = (): void => stop('stopped')
  stopping.addEventListener('abort', onStop, { once: true })
  const beats = keepLease(given, { lose, cancel: () => stop('cancelled') }, beating.signal)
  try {
    transcript.add('event', `Started in ${workspace.name}`)
    command = startProcess(workspace, run.prompt, env, (stream, text) => {
      tails[stream].add(text)
      transcript.add(stream, text)
    })
    if (stopping.aborted) stop('stopped')
    const code = await command.ended
    transcript.add('event', `Ended with code ${code}`)
    await transcript.end()
    if (gone.signal.aborted) return
    const body = endOf(code, reason, tails.out.text(), tails.err.text())
    await persist(gone.signal, () => platform.agentRuns.finish({ params: { id: run.id }, body }, { lease }))
    io.error(`${run.id}: ${body.status}`)
  } catch (error) {
    command?.kill()
    // A repeated end whose first answer was lost finds the lease over.
    if (!isLost(error)) io.error(`${run.id}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    stopping.removeEventListener('abort', onStop)
    beating.abort()
    gone.abort()
    await beats
  }
}

function endOf(code: number, reason: 'cancelled' | 'stopped' | undefined, out: string, err: string) {
  if (reason === 'cancelled') return { status: 'cancelled' as const, error: 'Cancelled' }
  if (reason === 'stopped') return { status: 'failed' as const, error: 'The agent was stopped' }
  if (code === 0) return { status: 'succeeded' as const, result: out }
  return {
    status: 'failed' as const,
    result: out,
    error: `The command ended with code ${code}${err && `: ${err}`}`,
  }
}

/** Renews the lease until the signal aborts; the time of a failed call counts from the last one that was answered. */
async function keepLease(
  { platform, run, lease }: Performance,
  on: { lose(): void; cancel(): void },
  signal: AbortSignal,
): Promise<void> {
  let renewedAt = performance.now()
  while (!signal.aborted) {
    await pause(beatMs, signal)
    if (signal.aborted) return
    const sentAt = performance.now()
    if (sentAt - renewedAt > deadlineMs) return on.lose()
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)])
      const options = { lease, signal: limit }
      const { cancelRequested } = await platform.agentRuns.heartbeat({ params: { id: run.id } }, options)
      renewedAt = sentAt
      if (cancelRequested) on.cancel()
    } catch (error) {
      if (isLost(error) || (error instanceof AtriumError && error.status === 401)) return on.lose()
    }
  }
}
