import {
  type AgentRun,
  agentLeaseSeconds,
  agentLostSeconds,
  type FinishAgentRun,
} from '@atrium/contracts'
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
  /** The command's environment. */
  env: Readonly<Record<string, string | undefined>>
  /** Aborts when the agent stops. */
  stopping: AbortSignal
  io: Pick<CommandIo, 'error'>
  times?: LeaseTimes
}

/** Milliseconds between two heartbeats, and from a lease renewal until the command is killed. */
interface LeaseTimes {
  beatMs: number
  leaseMs: number
}

const graceMs = 10_000
const callMs = 10_000
/** Milliseconds between a failed heartbeat and the next one. */
const againMs = 1_000
/**
 * The platform counts the run as lost, and may queue the run again, ten seconds after `leaseMs`.
 */
const usualTimes: LeaseTimes = {
  beatMs: 5_000,
  leaseMs: (agentLeaseSeconds + agentLostSeconds - 10) * 1_000,
}
const tailLength = 4_000

/** Keeps the last lines of a stream, up to 4,000 characters. */
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
 * Works on a claimed run: checks the lease, starts the command, sends its lines, renews the lease
 * and ends the run. Kills the command if the lease is lost or was not renewed in time. Never
 * throws.
 */
export async function performRun(given: Performance): Promise<void> {
  const { platform, run, lease, workspace, env, stopping, io, times = usualTimes } = given
  const gone = new AbortController()
  const beating = new AbortController()
  let reason: 'cancelled' | 'stopped' | undefined
  let command: RunProcess | undefined
  const lose = (): void => {
    if (gone.signal.aborted) return
    io.error(
      `${run.id}: the lease is lost${command === undefined ? '' : ', its command is killed'}`,
    )
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
    {
      pause: () => command?.pause(),
      resume: () => command?.resume(),
      lost: lose,
      full: (reason) => io.error(`${run.id}: the rest of the transcript is not stored: ${reason}`),
    },
    gone.signal,
  )
  const tails = { out: createTail(), err: createTail() }
  const onStop = (): void => stop('stopped')
  stopping.addEventListener('abort', onStop, { once: true })
  const held = Promise.withResolvers<void>()
  for (const signal of [stopping, gone.signal]) {
    signal.addEventListener('abort', () => held.resolve(), { once: true, signal: beating.signal })
  }
  const renewed = (): void => {
    held.resolve()
    command?.renew()
  }
  const beats = keepLease(
    given,
    { lose, renewed, cancel: () => stop('cancelled') },
    beating.signal,
    times,
  )
  const finish = async (body: FinishAgentRun): Promise<void> => {
    await persist(gone.signal, () =>
      platform.agentRuns.finish({ params: { id: run.id }, body }, { lease }),
    )
    io.error(`${run.id}: ${body.status}`)
  }
  const work = async (): Promise<void> => {
    // The claim's response may have travelled for longer than the lease lasts.
    await held.promise
    if (gone.signal.aborted) return
    if (stopping.aborted) stop('stopped')
    if (reason !== undefined) return finish(toRunEnd(0, reason, '', ''))
    transcript.add('event', `Started in ${workspace.name}`)
    const take = (stream: 'out' | 'err', text: string): void => {
      tails[stream].add(text)
      transcript.add(stream, text)
    }
    command = startProcess(workspace, {
      prompt: run.prompt,
      env,
      line: take,
      leaseMs: times.leaseMs,
    })
    const code = await command.ended
    transcript.add('event', `Ended with code ${code}`)
    await transcript.end()
    if (!gone.signal.aborted)
      await finish(toRunEnd(code, reason, tails.out.text(), tails.err.text()))
  }
  const complain = (error: unknown): void => {
    // If the first response was lost, a repeated end finds an expired lease.
    if (!isLost(error)) io.error(`${run.id}: ${toMessage(error)}`)
  }
  try {
    await work()
  } catch (error) {
    command?.kill()
    complain(error)
    if (!isLost(error) && !gone.signal.aborted) {
      const why = `The agent could not work: ${toMessage(error)}`.slice(0, tailLength)
      await finish({ status: 'failed', error: why }).catch(complain)
    }
  } finally {
    stopping.removeEventListener('abort', onStop)
    beating.abort()
    gone.abort()
    await beats
  }
}

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

function toRunEnd(
  code: number,
  reason: 'cancelled' | 'stopped' | undefined,
  out: string,
  err: string,
) {
  if (reason === 'cancelled') return { status: 'cancelled' as const, error: 'Cancelled' }
  if (reason === 'stopped') return { status: 'failed' as const, error: 'The agent was stopped' }
  if (code === 0) return { status: 'succeeded' as const, result: out }
  return {
    status: 'failed' as const,
    result: out,
    error: `The command ended with code ${code}${err && `: ${err}`}`,
  }
}

type Clocks = readonly [monotonic: number, wall: number]
const readClocks = (): Clocks => [performance.now(), Date.now()]
/**
 * Returns the milliseconds since then. Compares both clocks because the monotonic clock stops while
 * the machine sleeps.
 */
const since = ([monotonic, wall]: Clocks): number =>
  Math.max(performance.now() - monotonic, Date.now() - wall)

const beat = ({ platform, run, lease }: Performance, signal: AbortSignal, limitMs: number) =>
  platform.agentRuns.heartbeat(
    { params: { id: run.id } },
    { lease, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) },
  )

/**
 * Renews the lease until the signal aborts. After a failed call, time counts from the last
 * successful call.
 */
async function keepLease(
  given: Performance,
  on: { lose(): void; renewed(): void; cancel(): void },
  signal: AbortSignal,
  { beatMs, leaseMs }: LeaseTimes,
): Promise<void> {
  let renewedAt = readClocks()
  const left = (): number => Math.max(0, Math.ceil(leaseMs - since(renewedAt)))
  for (let waitMs = 0; ; ) {
    await pause(Math.min(waitMs, left()), signal)
    if (signal.aborted) return
    const limitMs = Math.min(callMs, left())
    if (limitMs === 0) return on.lose()
    const sentAt = readClocks()
    try {
      const { cancelRequested } = await beat(given, signal, limitMs)
      renewedAt = sentAt
      if (cancelRequested) on.cancel()
      on.renewed()
      waitMs = beatMs
    } catch (error) {
      if (isLost(error) || (error instanceof AtriumError && error.status === 401)) return on.lose()
      waitMs = Math.min(beatMs, againMs)
    }
  }
}
