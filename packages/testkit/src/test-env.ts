import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

export interface TestEnvOptions {
  databaseUrl: string
  /** Overrides; undefined removes a variable. */
  overrides?: Readonly<Record<string, string | undefined>>
}

/**
 * An environment in which any service boots: the run's servers, a NATS namespace of its own, random secrets,
 * every integration dormant, little logging.
 */
export function createTestEnv(options: TestEnvOptions): Record<string, string> {
  const url = new URL(options.databaseUrl)
  const env: Record<string, string | undefined> = {
    NODE_ENV: 'test',
    DATABASE_URL: options.databaseUrl,
    DATABASE_HOST: url.hostname,
    DATABASE_USER: url.username,
    DATABASE_PASSWORD: url.password === '' ? 'none' : decodeURIComponent(url.password),
    DATABASE_NAME: url.pathname.slice(1),
    DATABASE_PORT: url.port === '' ? '5432' : url.port,
    DATABASE_POOL_SIZE: '5',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    AUTH_SESSION_SECRET: randomBytes(32).toString('hex'),
    NATS_URL: inject('natsUrl'),
    NATS_NAMESPACE: `t${randomBytes(6).toString('hex')}`,
    LOG_LEVEL: 'warn',
    SHUTDOWN_TIMEOUT_MS: '2000',
    ...options.overrides,
  }
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
