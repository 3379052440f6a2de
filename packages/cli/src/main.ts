#!/usr/bin/env node
import { runCommand } from './run-command.ts'

// The first signal lets a command end its work; the second one ends it.
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  write: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
  signal: stopping.signal,
  input: process.stdin,
  asksPerson: process.stdin.isTTY === true,
})
