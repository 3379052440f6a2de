import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { maxTranscriptText } from '@atrium/contracts'
import type { Workspace } from './agent-config.ts'
import { createLineSplitter } from './line-splitter.ts'
import { supervisorSource } from './supervise.ts'

export interface RunProcess {
  /** The exit code, once the outputs have ended; 143 after a signal. */
  ended: Promise<number>
  /** Asks the process group to end, and kills it after `graceMs`. */
  stop(graceMs: number): void
  kill(): void
  /** Lets the outputs wait, and go on. */
  pause(): void
  resume(): void
}

/** Milliseconds in which what a command left running may still write after its end. */
const lingerMs = 2_000

/** Starts a command in its workspace, in a process group of its own, with the prompt on its standard input. */
export function startProcess(
  { folder, command }: Pick<Workspace, 'folder' | 'command'>,
  prompt: string,
  env: Readonly<Record<string, string | undefined>>,
  line: (stream: 'out' | 'err', text: string) => void,
): RunProcess {
  const child = spawn(process.execPath, ['-e', supervisorSource, ...command], {
    ...{ cwd: folder, env: { ...env }, detached: true, shell: false },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  // A command need not read its prompt.
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
  return {
    ended: endOf(child, reads, () => signal('SIGKILL')).finally(() => clearTimeout(timer)),
    stop(graceMs) {
      signal('SIGTERM')
      timer ??= setTimeout(() => signal('SIGKILL'), graceMs)
    },
    kill: () => signal('SIGKILL'),
    pause: () => outputs.forEach(([output]) => void output?.pause()),
    resume: () => outputs.forEach(([output]) => void output?.resume()),
  }
}

function readLines(output: Readable | null, line: (text: string) => void): Promise<void> {
  const splitter = createLineSplitter(maxTranscriptText, line)
  return new Promise((resolve) => {
    output?.on('data', (bytes: Buffer) => splitter.push(bytes))
    output?.once('close', () => {
      splitter.end()
      resolve()
    })
  })
}

async function endOf(
  child: ChildProcess,
  reads: readonly Promise<void>[],
  killGroup: () => void,
): Promise<number> {
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (exit) => resolve(exit ?? 143))
  })
  const lingering = setTimeout(killGroup, lingerMs)
  await Promise.all(reads)
  clearTimeout(lingering)
  killGroup()
  return code
}
