import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { toolchainPath } from './toolchain-path.mjs'

// V8 lets the young generation grow to 128 MB while the services load, and never returns it. On a machine with much
// memory it also lets the old generation grow to several times what is used before it collects.
const nodeFlags = { start: ['--max-semi-space-size=8', '--heap-growing-percent=50'] }

/**
 * Runs scripts/<command>.ts with the pinned Node and exits with its code. Signals are passed on. The channel between
 * the two closes if this process is killed. This tells the script to stop.
 */
export async function runScript(root, toolchain, command, args) {
  const program = [...(nodeFlags[command] ?? []), join(root, 'scripts', `${command}.ts`)]
  const child = spawn(toolchain.node, [...program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: toolchainPath(root, toolchain),
      NODE_COMPILE_CACHE:
        process.env.NODE_COMPILE_CACHE ?? join(root, '.toolchain', 'compile-cache'),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const watch = stopWhenNpmIsGone(() => child.kill('SIGTERM'))
  const ended = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  clearInterval(watch)
  process.exit(ended.code ?? (ended.signal === 'SIGINT' ? 130 : 1))
}

/** True if npm was killed. It then passes on no signals, but this process gets another parent. */
function stopWhenNpmIsGone(stop) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const npm = process.ppid
  return setInterval(() => process.ppid !== npm && stop(), 500).unref()
}
