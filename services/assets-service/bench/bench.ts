import { join } from 'node:path'
import { type BenchServers, type Program, startProgram } from '@atrium/bench-kit'
import type { Principal } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'

/** The environment of a part of the benchmark. */
export interface Bench extends BenchServers {
  /** The directory of the blobs, on the disk that is measured. */
  readonly blobs: string
  /** Starts the service as a process of its own, as in production. */
  serve(overrides?: Readonly<Record<string, string>>): Promise<Program>
}

/** The bench on these servers. */
export function benchOn(servers: BenchServers): Bench {
  const blobs = join(servers.directory, 'blobs')
  const env = { ...servers.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ASSETS_UPLOAD_DIR: blobs }
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

/** A caller of an org with an API key. */
export const keyHolderOf = (orgId: string): Principal => ({
  userId: `usr_${'1'.repeat(32)}`,
  orgId,
  role: 'owner',
  isAdmin: false,
  via: 'api_key',
  credentialId: 'key_1',
})
