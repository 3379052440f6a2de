/**
 * The program between agent and command: ends with the command's code, and kills its group when the agent is gone or
 * has renewed no lease for so many milliseconds (its first argument). Each message is a renewal. It runs as `node -e`,
 * so it refers to nothing outside of itself: esbuild must add no helper to it.
 */
function supervise({ spawn }: typeof import('node:child_process')): void {
  const [, leaseMs = '', program = '', ...args] = process.argv
  const killAll = (): void => void process.kill(-process.pid, 'SIGKILL')
  // The monotonic clock stands still while the machine sleeps, the other one may be set.
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
  // The command decides on its end; the agent kills the group later.
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => {})
  const child = spawn(program, args, { stdio: 'inherit', shell: false })
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(127)
  })
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 143))
}

/** Its source. */
export const supervisorSource = `(${String(supervise)})(require('node:child_process'))`
