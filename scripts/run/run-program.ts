import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a TypeScript file as a process and answers its exit code, that of a shell after a signal. Signals that ask to
 * stop are passed on each time, and so is the end of its parent.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd?: string
    readonly nodeFlags?: readonly string[]
    readonly env?: NodeJS.ProcessEnv
  } = {},
): Promise<number> {
  const { nodeFlags = [], ...where } = options
  const child = spawn(process.execPath, [...nodeFlags, program, ...args], { ...where, stdio: 'inherit' })
  const stop = (): void => void child.kill('SIGTERM')
  const occasions = ['SIGINT', 'SIGTERM', 'disconnect'] as const
  for (const occasion of occasions) process.on(occasion, stop)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('exit', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal]))
      })
    })
  } finally {
    for (const occasion of occasions) process.off(occasion, stop)
  }
}
