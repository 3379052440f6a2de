import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceEntry } from '../services.ts'
import type { Environment } from '../start/environment.ts'

const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

interface SpawnOptions {
  /** The folder of the repository whose program runs. This one by default. */
  readonly root?: string | undefined
  /** A replacement for the service's own program, as a path from the root. */
  readonly program?: string | undefined
  /** A file descriptor for the log. By default the log is dropped. */
  readonly log?: number
}

/**
 * Starts a service as its own process. `ready` rejects with the service's errors if the process
 * exits first.
 */
export function spawnService(
  { name, folder, nodeFlags = [] }: ServiceEntry,
  env: Environment,
  { root = ownRoot, program = join(folder, 'src', 'main.ts'), log }: SpawnOptions = {},
): { child: ChildProcess; ready: Promise<void> } {
  const child = spawn(process.execPath, [...nodeFlags, join(root, program)], {
    cwd: root,
    env,
    stdio: ['ignore', log ?? 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code, signal) =>
      reject(new Error(`${name} ended (${code ?? signal}) ${errors}`)),
    )
  })
  return { child, ready }
}
