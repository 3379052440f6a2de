import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { maxTranscriptText } from '@atrium/contracts'
import type { Workspace } from './agent-config.ts'
import { createLineSplitter } from './line-splitter.ts'
import { supervisorSource } from './supervise.ts'

export interface RunProcess {
  /**
   * Resolves with the exit code when the outputs have ended: 143 after a signal, 127 if the command
   * did not start.
   */
  ended: Promise<number>
  /** Asks the process group to terminate. Kills the group after `graceMs`. */
  stop(graceMs: number): void
  /** Kills the process group and closes the outputs. */
  kill(): void
  /** Tells the supervisor about a renewed lease. */
  renew(): void
  /** Stops reading the outputs until `resume`. */
  pause(): void
  resume(): void
}

/**
 * Milliseconds of reading time for child processes that still write after the command has exited.
 */
const lingerMs = 2_000
const lingerStepMs = 100

/**
 * Starts a command in its workspace and in a new process group, with the prompt on standard input.
 * The supervisor kills the group `leaseMs` after the last renewal, even if this process is stopped
 * or asleep. Throws what `spawn` throws.
 */
export function startProcess(
  { folder, command }: Pick<Workspace, 'folder' | 'command'>,
  {
    prompt,
    env,
    line,
    leaseMs,
  }: {
    prompt: string
    env: Readonly<Record<string, string | undefined>>
    line: (stream: 'out' | 'err', text: string) => void
    leaseMs: number
  },
): RunProcess {
  const child = spawn(process.execPath, ['-e', supervisorSource, String(leaseMs), ...command], {
    cwd: folder,
    env: { ...env },
    detached: true,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  // A command may exit without reading its prompt.
  child.stdin?.on('error', () => {})
  child.stdin?.end(prompt)
  const outputs = [
    [child.stdout, 'out'],
    [child.stderr, 'err'],
  ] as const
  const reads = outputs.map(([output, stream]) => readLines(output, (text) => line(stream, text)))
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // The group has ended.
    }
  }
  let timer: NodeJS.Timeout | undefined
  let held = false
  const hold = (holds: boolean): void => {
    held = holds
    for (const [output] of outputs) {
      if (holds) output?.pause()
      else output?.resume()
    }
  }
  const kill = (): void => {
    signal('SIGKILL')
    for (const [output] of outputs) output?.destroy()
  }
  return {
    ended: waitForEnd(child, reads, () => held, kill).finally(() => clearTimeout(timer)),
    stop(graceMs) {
      signal('SIGTERM')
      timer ??= setTimeout(() => signal('SIGKILL'), graceMs)
    },
    kill,
    // The supervisor may have exited already.
    renew: () => void (child.connected && child.send('renewed', () => {})),
    pause: () => hold(true),
    resume: () => hold(false),
  }
}

function readLines(
  output: Readable | null | undefined,
  line: (text: string) => void,
): Promise<void> {
  // If a process fails to start, it has no outputs.
  if (output == null) return Promise.resolve()
  const splitter = createLineSplitter(maxTranscriptText, line)
  return new Promise((resolve) => {
    output.on('data', (bytes: Buffer) => splitter.push(bytes))
    output.once('close', () => {
      splitter.end()
      resolve()
    })
  })
}

// A process outside the group may hold the outputs open forever. Time does not count while the
// outputs are paused.
async function waitForEnd(
  child: ChildProcess,
  reads: readonly Promise<void>[],
  isHeld: () => boolean,
  kill: () => void,
): Promise<number> {
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (exit) => resolve(exit ?? 143))
  })
  let read = 0
  const lingering = setInterval(() => {
    if (!isHeld()) read += lingerStepMs
    if (read >= lingerMs) kill()
  }, lingerStepMs)
  await Promise.all(reads)
  clearInterval(lingering)
  kill()
  return code
}
