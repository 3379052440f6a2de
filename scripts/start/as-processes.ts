import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Deployable } from '../services.ts'
import { type Environment, ownVariables } from './environment.ts'
import type { Log } from './log.ts'
import { describe } from './servers.ts'
import type { UndoStack } from './undo-stack.ts'

export type ProcessContext = {
  readonly root: string
  readonly buildEnvironment: (service: string) => Environment
  readonly log: Log
  readonly undo: UndoStack
  /** Called if a started service exits before it is stopped. */
  readonly fail: (reason: string) => void
}

/** Starts each service as a process and waits until all are ready. Throws one line about the first failure. */
export async function startAsProcesses(
  services: readonly Deployable[],
  context: ProcessContext,
): Promise<void> {
  await Promise.all(services.map((service) => startOne(service, context)))
}

async function startOne(service: Deployable, context: ProcessContext): Promise<void> {
  const { name, folder, main, nodeFlags = [] } = service
  const { root, buildEnvironment, log, undo, fail } = context
  // A separate session protects the child from Ctrl-C in the terminal. It exits when the channel to
  // this process closes.
  const child = spawn(process.execPath, [...nodeFlags, join(root, folder, main)], {
    cwd: root,
    env: ownVariables(service, buildEnvironment(name)),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let asked = false
  let started = false
  let lastError = ''
  const output = createInterface({ input: requireStream(child.stdout) })
  output.on('line', (line) => log.services.write(`${line}\n`))
  createInterface({ input: requireStream(child.stderr) }).on('line', (line) => {
    lastError ||= line
    log.services.write(`${name.padEnd(8)} | ${line}\n`)
  })
  undo.add(name, async () => {
    asked = true
    await endProcess(child, 20_000)
  })
  await new Promise<void>((resolve, reject) => {
    const refuse = (how: string) =>
      reject(new Error(lastError || `${name} ended while starting (${how})`))
    // The last lines may still be in the pipe. If this process was busy, they are read before an
    // immediate runs.
    const refused = (how: string) => setTimeout(() => setImmediate(refuse, how), 50)
    child.on('message', (message) => {
      // `node --watch` reports its watched files on this channel as well.
      if (typeof message !== 'object' || message === null || !('ready' in message)) return
      started = true
      resolve()
    })
    // `node --watch` keeps running when the service exits. Before the first start this would wait
    // forever.
    output.on('line', (line) => {
      if (line.includes('Waiting for file changes')) refused('it is watched, and failed')
    })
    child.once('error', (error) =>
      reject(new Error(`${name} could not be started: ${error.message}`)),
    )
    child.once('exit', (code, signal) => {
      const how = describe({ code, signal })
      refused(how)
      if (started && !asked) fail(`${name} ended unexpectedly (${how})`)
    })
  })
}

/**
 * Sends a signal to a running process, then SIGKILL after a grace period, and waits for its exit.
 */
export async function endProcess(
  child: ChildProcess,
  graceMs: number,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  const killer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(killer)
}

function requireStream(stream: NodeJS.ReadableStream | null): NodeJS.ReadableStream {
  if (stream === null) throw new Error('a piped stream is missing')
  return stream
}
