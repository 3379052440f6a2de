/**
 * Runs between the agent and the command. Exits with the command's code. Kills the process group if
 * the agent has died or sends no message (a lease renewal) within the first argument's
 * milliseconds. Runs as `node -e`, so the function must refer to nothing outside itself and esbuild
 * must add no helper.
 */
function supervise({ spawn }: typeof import('node:child_process')): void {
  const [, leaseMs = '', program = '', ...args] = process.argv
  const killAll = (): void => void process.kill(-process.pid, 'SIGKILL')
  // The monotonic clock stops while the machine sleeps, and the wall clock can be set.
  const clocks = (): [number, number] => [performance.now(), Date.now()]
  let renewed = clocks()
  setInterval(() => {
    const [monotonic, wall] = clocks()
    if (Math.max(monotonic - renewed[0], wall - renewed[1]) > Number(leaseMs)) killAll()
  }, 500).unref()
  process.on('message', () => {
    renewed = clocks()
  })
  process.on('disconnect', killAll)
  // The command decides how to handle the signal. The agent kills the group later if needed.
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => {})
  const child = spawn(program, args, { stdio: 'inherit', shell: false })
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(127)
  })
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 143))
}

export const supervisorSource = `(${String(supervise)})(require('node:child_process'))`
