import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../start.ts', import.meta.url))

/** A platform that a test runs as a person would, and what it printed. */
export type PlatformProcess = {
  readonly child: ChildProcess
  readonly output: () => string
  /** Waits for the line that says it is ready; throws with everything printed when it ends. */
  readonly ready: () => Promise<void>
  /** The exit code, once it has ended; null after a signal. */
  readonly ended: Promise<number | null>
}

/** Runs `scripts/start.ts` with its data below `home`. */
export function launchPlatform(
  home: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): PlatformProcess {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ATRIUM_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  let over = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      over = true
      resolve(code)
    })
  })
  const ready = async () => {
    // The test's own time is the bound; a platform that cannot start ends by itself.
    while (!output.includes('Atrium is ready')) {
      if (over) throw new Error(`the platform did not start:\n${output}`)
      await sleep(50)
    }
  }
  return { child, output: () => output, ready, ended }
}

/** The ids of all processes that work for a home: those that name it on their command line or in their environment. */
export async function processesOf(home: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
      const [words, environ] = await Promise.all([read('cmdline'), read('environ')])
      return words.includes(home) || environ.includes(home) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}
