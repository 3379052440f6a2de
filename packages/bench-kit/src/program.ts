import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** An HTTP program next to the benchmark. */
export interface Program {
  readonly port: number
  readonly url: string
  readonly pid: number
  /** Sends SIGTERM and resolves when the program has exited. */
  stop(): Promise<void>
}

interface ProgramOptions {
  /** The port to listen on. */
  port: number
  env?: NodeJS.ProcessEnv
}

const patienceMs = 20_000

/**
 * Starts a program and waits until `/readyz` returns anything but 503. Throws if that never
 * happens.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  { port, env = process.env }: ProgramOptions,
): Promise<Program> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const failed = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${command} ${args[0]} ended with ${code ?? signal}`)
  })
  // The exit is watched below during the start. A later exit does not matter.
  failed.catch(() => {})
  const url = `http://127.0.0.1:${port}`
  const answers = async (): Promise<void> => {
    for (const deadline = Date.now() + patienceMs; ; await pause(50)) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined)
      if (answer !== undefined && answer.status !== 503) return
      if (Date.now() > deadline) throw new Error(`${command} ${args[0]} does not answer`)
    }
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await failed.catch(() => {})
  }
  try {
    await Promise.race([answers(), failed])
  } catch (error) {
    await stop()
    throw error
  }
  return { port, url, pid: child.pid ?? 0, stop }
}

/** Returns a process's resident memory in bytes, current and peak. Works on Linux only. */
export async function readMemory(pid: number): Promise<{ now: number; highest: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1_024
  return { now: bytes('VmRSS'), highest: bytes('VmHWM') }
}
