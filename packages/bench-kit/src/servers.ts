import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Principal } from '@atrium/contracts'
import { bootEnvironment, freePort, startNats, startPostgres } from '@atrium/dev-servers'
import { derivedPrincipalTokens, principalHeader } from '@atrium/http'

/** The servers of a benchmark. */
export interface BenchServers {
  /** A directory of this run, gone afterwards. */
  readonly directory: string
  readonly databaseUrl: string
  readonly natsUrl: string
  /** The variables with which every service boots on these servers as a process of its own. */
  readonly env: Readonly<Record<string, string>>
  /** Headers of a direct call of a service, as the gateway states its caller; good for a minute. */
  caller(service: string, principal: Partial<Principal>): Promise<Record<string, string>>
}

/** PostgreSQL with the durability of production and NATS for the time of `work`. */
export async function withServers<R>(work: (servers: BenchServers) => Promise<R>): Promise<R> {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const undo = [() => rm(directory, { recursive: true, force: true })]
  try {
    const postgres = await startPostgres({ dataDir: join(directory, 'postgres'), port: await freePort() })
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

/** The cookies that an answer sets, as a request sends them back. */
export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
