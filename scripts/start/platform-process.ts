import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '@atrium/testkit'

const script = fileURLToPath(new URL('../start.ts', import.meta.url))

/** A test's platform process with its output. */
export type PlatformProcess = {
  readonly child: ChildProcess
  readonly output: () => string
  /** Waits for the ready line. Throws the whole output if the process exits first. */
  readonly ready: () => Promise<void>
  /** The exit code, or null after a signal. */
  readonly ended: Promise<number | null>
}

/** Runs `scripts/start.ts` with its data below `home`. */
export function launchPlatform(
  home: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): PlatformProcess {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...inheritedEnvironment(), ATRIUM_HOME: home, ...env },
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
    // The test's timeout is the limit. A failed start ends the process.
    while (!output.includes('Atrium is ready')) {
      if (over) throw new Error(`the platform did not start:\n${output}`)
      await sleep(50)
    }
  }
  return { child, output: () => output, ready, ended }
}

/** Returns the ids of all processes with this home in their command line or environment. */
export async function findProcesses(home: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
      const [words, environ] = await Promise.all([read('cmdline'), read('environ')])
      return words.includes(home) || environ.includes(home) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

/**
 * Returns the listening ports of all processes of a home. `loopback` is true if only this machine
 * can reach the port.
 */
export async function findListeners(home: string): Promise<{ port: number; loopback: boolean }[]> {
  const sockets = await Promise.all((await findProcesses(home)).map(readSockets))
  const ours = new Set(sockets.flat())
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')),
  )
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      const [address = '', port = ''] = local.split(':')
      if (state !== listening || !ours.has(inode)) return []
      return [{ port: Number.parseInt(port, 16), loopback: loopbacks.has(address) }]
    }),
  )
}

const listening = '0A'
// 127.0.0.1 and ::1, as the kernel writes them.
const loopbacks = new Set(['0100007F', '00000000000000000000000001000000'])

async function readSockets(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch((): string[] => [])
  const links = await Promise.all(
    files.map((file) => readlink(`${folder}/${file}`).catch(() => '')),
  )
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [])
}
