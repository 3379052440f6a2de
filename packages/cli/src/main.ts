#!/usr/bin/env node
import { openBrowser } from './open-browser.ts'
import { runCommand } from './run-command.ts'

// The first signal lets a command end its work; the second one ends it.
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
// The reader of a pipe may leave early, as `head` does.
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
    ? { progress: (line: string) => void process.stderr.write(`\r\u001b[2K${line}`) }
    : {}),
})
// A terminal that was asked something and is still read would keep the process.
process.stdin.destroy()
