import { spawn } from 'node:child_process'

/**
 * Runs a TypeScript file with this Node as a process of its own and answers its exit code, 1 after a signal. Signals
 * that ask to stop are passed on, and so is the end of whoever started us.
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
  for (const occasion of occasions) process.once(occasion, stop)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    for (const occasion of occasions) process.off(occasion, stop)
  }
}
