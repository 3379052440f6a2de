import { spawn } from 'node:child_process'

// npm's own variables would mislead another npm or pnpm, so they are removed. The user's settings stay.
const ofTheRunningNpm =
  /^(npm_(package|lifecycle|command|execpath|node_execpath)|npm_config_(local_|global_)?prefix|INIT_CWD)/

/** Runs a command silently. If it fails, throws its output and one line with the reason. */
export async function runQuietly(what, file, args, { cwd, env = {} }) {
  const own = Object.entries(process.env).filter(([name]) => !ofTheRunningNpm.test(name))
  const child = spawn(file, args, {
    cwd,
    env: { ...Object.fromEntries(own), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const forward = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  for (const signal of signals) process.off(signal, forward)
  if (ended.code === 0) return
  if (ended.error) throw new Error(`${file} could not be run: ${ended.error.message}`)
  if (ended.signal) throw new Error(`${what}: interrupted`)
  const unreachable =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH)\b|network/i
  if (unreachable.test(output))
    throw new Error(`${what} could not be downloaded: the network cannot be reached`)
  process.stderr.write(output.split('\n').slice(-30).join('\n'))
  throw new Error(
    `${what} could not be installed (${file} ended with code ${ended.code}, see above)`,
  )
}
