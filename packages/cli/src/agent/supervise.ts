/**
 * The program between the agent and a command: it leads the command's process group, ends with the command's code, and
 * kills the group when the agent is gone. It runs as `node -e`, so it refers to nothing outside of itself.
 */
function supervise(): void {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const [, program = '', ...args] = process.argv
  const killAll = (): void => void process.kill(-process.pid, 'SIGKILL')
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
export const supervisorSource = `(${String(supervise)})()`
