import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a TypeScript file as a process. Returns its exit code, or a shell's code for a signal.
 * Passes every stop signal on, and also stops the process when its parent exits.
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
  const child = spawn(process.execPath, [...nodeFlags, program, ...args], {
    ...where,
    stdio: 'inherit',
  })
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
