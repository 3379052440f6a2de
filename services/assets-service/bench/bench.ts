import { join } from 'node:path'
import { type BenchServers, type Program, startProgram } from '@atrium/bench-kit'
import type { Principal } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'

export interface Bench extends BenchServers {
  /** The blob directory, on the measured disk. */
  readonly blobs: string
  /** Starts the service as a separate process, as in production. */
  serve(overrides?: Readonly<Record<string, string>>): Promise<Program>
}

export function benchOn(servers: BenchServers): Bench {
  const blobs = join(servers.directory, 'blobs')
  const env = {
    ...servers.env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ASSETS_UPLOAD_DIR: blobs,
  }
  return {
    ...servers,
    env,
    blobs,
    async serve(overrides = {}) {
      const port = await freePort()
      const main = join(import.meta.dirname, '../src/main.ts')
      return startProgram(process.execPath, [main], {
        port,
        env: { ...env, ASSETS_PORT: String(port), ...overrides },
      })
    },
  }
}

/** Returns a principal with an API key for an org. */
export const buildKeyHolder = (orgId: string): Principal => ({
  userId: `usr_${'1'.repeat(32)}`,
  orgId,
  role: 'owner',
  isAdmin: false,
  via: 'api_key',
  credentialId: 'key_1',
})
