import { randomUUID } from 'node:crypto'
import { assetUrl } from '@atrium/asset-key'
import { loadConfig } from '@atrium/config'
import {
  AvailableChains,
  CheckChannels,
  type InternalChain,
  newId,
  type OrgRole,
  type Principal,
} from '@atrium/contracts'
import { createDatabase, type DatabaseHandle, migrate } from '@atrium/database'
import { createPrincipalTokens, principalHeader } from '@atrium/http'
import { type Bus, connectBus, type RpcHandler, rpcHandler, serveRpc } from '@atrium/messaging'
import { type RunningService, startService } from '@atrium/service-kit'
import { createMetrics, createTracing } from '@atrium/telemetry'
import { createTestDatabase, createTestEnv } from '@atrium/testkit'
import { pino } from 'pino'
import type { BoardDatabase } from '../src/database.ts'
import type { Deps } from '../src/deps.ts'
import { migrations } from '../src/migrations/index.ts'
import { boardService } from '../src/service.ts'
import { settingsOf } from '../src/settings.ts'

export interface Caller {
  principal: Principal
  orgId: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  body: any
  text: string
}

export interface Harness {
  service: RunningService
  handle: DatabaseHandle<BoardDatabase>
  bus: Bus
  deps: Deps
  env: Record<string, string>
  /** What connect says of channels, by id; every other one is the asking member's own. */
  channels: Map<string, { ownerId: string; orgId?: string; shared?: boolean } | null>
  /** Ends and begins what connect answers about channels. */
  connect: { stop(): Promise<void>; start(): Promise<void> }
  /** The one-off chains that the runner has. */
  chains: Set<InternalChain>
  /** Ends and begins what the runner answers about its chains. */
  runner: { stop(): Promise<void>; start(): Promise<void> }
  caller(overrides?: Partial<Principal>): Promise<Caller>
  anonymous: Caller['call']
  /** Offers RPC of other services until the harness stops. */
  answer(handlers: readonly RpcHandler[]): Promise<() => Promise<void>>
  stop(): Promise<void>
}

export const newOrgId = (): string => newId('org')
/** The URL of an asset that an org could have. */
export const newAsset = (orgId: string, extension = 'png'): { key: string; url: string } => {
  const key = `${orgId}/pub/${randomUUID()}.${extension}`
  return { key, url: assetUrl('http://localhost:3000', key) }
}

/** The real service on a database of its own, and callers who speak to it as the gateway would. */
export async function startHarness(overrides: Record<string, string> = {}): Promise<Harness> {
  const database = await createTestDatabase()
  const env = createTestEnv({
    databaseUrl: database.url,
    overrides: { DATABASE_POOL_SIZE: '10', LOG_LEVEL: 'error', ...overrides },
  })
  const service = await startService(boardService, { env, port: 0 })
  const config = loadConfig(env)
  const tokens = await createPrincipalTokens(config.AUTH_SESSION_SECRET)
  const handle = createDatabase<BoardDatabase>({ url: database.url, schema: 'board', poolSize: 10 })
  const logger = pino({ level: 'silent' })
  const bus = await connectBus({
    url: config.NATS_URL,
    service: `test-${randomUUID().slice(0, 8)}`,
    namespace: config.NATS_NAMESPACE,
    logger,
    metrics: createMetrics('test'),
    tracing: await createTracing('test', undefined),
  })
  const deps: Deps = { db: handle.db, bus, logger, clock: () => new Date(), settings: settingsOf(config) }

  const request = async (
    principal: Principal | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(principal === null ? {} : { [principalHeader]: await tokens.sign(principal) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
      text,
    }
  }
  const stops: Array<() => Promise<void>> = []
  const channels: Harness['channels'] = new Map()
  let stopConnect: (() => Promise<void>) | undefined
  const connect: Harness['connect'] = {
    async stop() {
      await stopConnect?.()
    },
    async start() {
      stopConnect = await serveRpc(bus, '0.0.1', [
        rpcHandler(CheckChannels, async ({ orgId, userId, channelIds }) => ({
          channels: channelIds.flatMap((id) => {
            const known = channels.get(id)
            if (known === null || (known?.orgId ?? orgId) !== orgId) return []
            const ownerId = known?.ownerId ?? userId
            const usable = ownerId === userId || known?.shared === true
            return [{ id, network: 'shortpost' as const, ownerId, usable }]
          }),
        })),
      ])
    },
  }
  const chains: Harness['chains'] = new Set(['link-enrichment', 'contact-enrichment', 'next-action'])
  let stopRunner: (() => Promise<void>) | undefined
  const runner: Harness['runner'] = {
    async stop() {
      await stopRunner?.()
    },
    async start() {
      stopRunner = await serveRpc(bus, '0.0.1', [
        rpcHandler(AvailableChains, async () => ({ kinds: [...chains] })),
      ])
    },
  }
  await connect.start()
  await runner.start()
  return {
    service,
    handle,
    bus,
    deps,
    env,
    channels,
    connect,
    chains,
    runner,
    async caller(given = {}) {
      const orgId = given.orgId === undefined ? newOrgId() : (given.orgId ?? '')
      const principal: Principal = {
        userId: newId('usr'),
        orgId,
        role: 'member' satisfies OrgRole,
        isAdmin: false,
        via: 'session',
        credentialId: 'test',
        ...given,
      }
      return {
        principal,
        orgId,
        call: (method, path, body, headers) => request(principal, method, path, body, headers),
      }
    },
    anonymous: (method, path, body, headers) => request(null, method, path, body, headers),
    async answer(handlers) {
      const stop = await serveRpc(bus, '0.0.1', handlers)
      stops.push(stop)
      return stop
    },
    async stop() {
      for (const stop of [connect.stop, runner.stop, ...stops]) await stop().catch(() => {})
      await service.stop()
      await bus.drain()
      await handle.close()
      await database.drop()
    },
  }
}

/** Only the database, migrated, with deps around it: for what needs no listener. */
export async function startDatabase(
  poolSize = 10,
): Promise<{ deps: Deps; url: string; stop(): Promise<void> }> {
  const database = await createTestDatabase()
  const handle = createDatabase<BoardDatabase>({ url: database.url, schema: 'board', poolSize })
  await migrate(handle.db, 'board', migrations)
  const deps = {
    db: handle.db,
    logger: pino({ level: 'silent' }),
    clock: () => new Date(),
    settings: {
      apiUrl: 'http://localhost:3000',
      adminEmails: [],
      supportOwnerEmail: undefined,
      quoteRecipient: undefined,
      rateLimits: false,
    },
    // Verbs that speak to other services are not called with these.
    get bus(): Bus {
      throw new Error('No bus in this test')
    },
  } satisfies Deps
  return {
    deps,
    url: database.url,
    async stop() {
      await handle.close()
      await database.drop()
    },
  }
}
