import { randomBytes } from 'node:crypto'
import { bootEnvironment } from '@atrium/dev-servers'
import { inject } from 'vitest'

export interface TestEnvOptions {
  databaseUrl: string
  /** Overrides. Undefined removes a variable. */
  overrides?: Readonly<Record<string, string | undefined>>
}

/**
 * Returns an environment to boot any service: the run's servers, its own NATS namespace, random
 * secrets, all integrations dormant, little logging.
 */
export function createTestEnv(options: TestEnvOptions): Record<string, string> {
  const env: Record<string, string | undefined> = {
    NODE_ENV: 'test',
    ...bootEnvironment(options.databaseUrl, inject('natsUrl')),
    DATABASE_POOL_SIZE: '5',
    NATS_NAMESPACE: `t${randomBytes(6).toString('hex')}`,
    LOG_LEVEL: 'warn',
    SHUTDOWN_TIMEOUT_MS: '2000',
    ...options.overrides,
  }
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
