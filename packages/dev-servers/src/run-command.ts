import { spawn } from 'node:child_process'

export type CommandOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
  /** The command is killed after this many milliseconds. Defaults to 60,000. */
  readonly timeoutMs?: number
}

export type CommandResult = { readonly ok: boolean; readonly output: string }

/**
 * Runs a short command and collects both streams. A failure is `ok: false` with the reason. Never
 * rejects.
 */
export function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { timeoutMs = 60_000, cwd = '/', ...rest } = options
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      cwd,
      ...rest,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code, signal) => {
      const output = Buffer.concat(chunks).toString('utf8').trim()
      resolve({
        ok: code === 0,
        output: signal === null ? output : `${output}\nended by ${signal}`.trim(),
      })
    })
  })
}
