import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { inheritedEnvironment } from '@atrium/testkit'

const root = join(import.meta.dirname, '..', '..', '..')

/** The operator's email address. */
export const operatorAddress = 'operator@example.com'

/** A platform as `npm start` runs it. */
export interface Platform {
  readonly url: string
  readonly home: string
  stop(): Promise<void>
}

/**
 * Starts every service, PostgreSQL, NATS and the stand-ins. Throws the output if the start fails.
 */
export async function startOwnPlatform(): Promise<Platform> {
  const home = await mkdtemp(join(tmpdir(), 'atrium-e2e-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], {
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      ATRIUM_HOME: home,
      PORT: String(port),
      ADMIN_EMAILS: operatorAddress,
      ACCOUNTING_ENABLED: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    const read = (chunk: string) => {
      output += chunk
      if (!output.includes('Atrium is ready')) return
      ready.resolve()
      // Stop collecting the output, because it grows to several megabytes.
      stream.off('data', read).resume()
    }
    stream.setEncoding('utf8').on('data', read)
  }
  const ended = once(child, 'close').then(() =>
    ready.reject(new Error(`the platform did not start:\n${output}`)),
  )
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    await rm(home, { recursive: true, force: true })
  }
  try {
    await ready.promise
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    throw error
  }
  return { url: `http://localhost:${port}`, home, stop }
}
