import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Principal } from '@atrium/contracts'
import { bootEnvironment, freePort, startNats, startPostgres } from '@atrium/dev-servers'
import { derivedPrincipalTokens, principalHeader } from '@atrium/http'

export interface BenchServers {
  /** A directory for this run. It is deleted afterwards. */
  readonly directory: string
  readonly databaseUrl: string
  readonly natsUrl: string
  /** The variables for booting each service on these servers as its own process. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Returns headers for a direct call to a service, with the principal as the gateway states it.
   * They are valid for one minute.
   */
  caller(service: string, principal: Partial<Principal>): Promise<Record<string, string>>
}

/** Runs `work` with NATS and with PostgreSQL at production durability. */
export async function withServers<R>(work: (servers: BenchServers) => Promise<R>): Promise<R> {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const undo = [() => rm(directory, { recursive: true, force: true })]
  try {
    const postgres = await startPostgres({
      dataDir: join(directory, 'postgres'),
      port: await freePort(),
    })
    undo.push(() => postgres.stop())
    const nats = await startNats({ storeDir: join(directory, 'nats'), port: await freePort() })
    undo.push(() => nats.stop())
    const env: Record<string, string> = {
      PATH: process.env['PATH'] ?? '',
      ...bootEnvironment(postgres.url, nats.url),
    }
    return await work({
      directory,
      databaseUrl: postgres.url,
      natsUrl: nats.url,
      env,
      async caller(service, principal) {
        const tokens = derivedPrincipalTokens(service, env['AUTH_SESSION_SECRET'] ?? '')
        return { [principalHeader]: await tokens.sign({ ...anybody, ...principal }) }
      },
    })
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

const anybody: Principal = {
  userId: `usr_${'1'.repeat(32)}`,
  orgId: null,
  role: 'owner',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_bench',
}

/** Returns a response's cookies as a `cookie` request header. */
export const readCookie = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
