#!/usr/bin/env node
import './node-20.ts'
import { spawn } from 'node:child_process'
import { exitCodes } from './command.ts'
import { runCommand } from './run-command.ts'
import { cutTo } from './text-layout.ts'

// The first signal lets a command finish cleanly, and a later one ends it. npm and other parent
// programs pass the same signal on a second time.
const stopping = new AbortController()
let stoppedAt: number | undefined
const stop = (): void => {
  if (stoppedAt !== undefined) {
    if (performance.now() - stoppedAt > 500) process.exit(exitCodes.stopped)
    return
  }
  stoppedAt = performance.now()
  stopping.abort()
  const tell = () =>
    void process.stderr.write('Stopping. Press Ctrl-C again to stop immediately.\n')
  if (process.stderr.isTTY) setTimeout(tell, 1_500).unref()
}
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop)
// The reader of a pipe may exit early, for example `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  write: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
  signal: stopping.signal,
  input: process.stdin,
  asksPerson: process.stdin.isTTY === true,
  writeBytes: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
    }),
  openBrowser,
  ...(process.stdout.isTTY ? { columns: process.stdout.columns } : {}),
  ...(process.stderr.isTTY
    ? {
        progress: (line: string) =>
          void process.stderr.write(`\r\u001b[2K${cutTo(line, process.stderr.columns - 1)}`),
      }
    : {}),
})
// An open standard input would keep the process alive.
process.stdin.destroy()

/** Opens a URL with the system's opener. Resolves to false if there is none, or no screen. */
function openBrowser(url: string): Promise<boolean> {
  const [file, ...args] = findOpener(url)
  const { DISPLAY: display, WAYLAND_DISPLAY: wayland } = process.env
  if (process.platform === 'linux' && !display && !wayland) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function findOpener(url: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url]
  return process.platform === 'win32'
    ? ['rundll32', 'url.dll,FileProtocolHandler', url]
    : ['xdg-open', url]
}
