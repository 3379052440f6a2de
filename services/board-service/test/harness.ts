import { randomUUID } from 'node:crypto'
import { assetUrl } from '@atrium/asset-key'
import { loadConfig } from '@atrium/config'
import {
  AvailableChains,
  CheckChannels,
  type ConnectNetwork,
  defaultOrgSettings,
  type InternalChain,
  newId,
  type OrgSettings,
  OrgSettingsOf,
  type Principal,
} from '@atrium/contracts'
import { createDatabase, createZoneReader, type DatabaseHandle, migrate } from '@atrium/database'
import { type Bus, type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { RunningService } from '@atrium/service-kit'
import {
  type Answer as ServiceAnswer,
  startTestService,
  type TestService,
} from '@atrium/service-testkit'
import { createTestDatabase } from '@atrium/testkit'
import { pino } from 'pino'
import { boardConfig } from '../src/config.ts'
import type { BoardDatabase } from '../src/database.ts'
import type { Deps } from '../src/deps.ts'
import { migrations } from '../src/migrations/index.ts'
import { boardService } from '../src/service.ts'
import { boardVariables } from '../src/variables.ts'

export interface Caller {
  principal: Principal
  orgId: string
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any answer
export type Answer = ServiceAnswer<any>

interface StandIn {
  start(): Promise<void>
  stop(): Promise<void>
}

export interface Harness {
  service: RunningService
  handle: DatabaseHandle<BoardDatabase>
  bus: Bus
  deps: Deps
  env: Record<string, string>
  /**
   * Connect's channels by id. Every other channel belongs to shortpost and to the requesting
   * member.
   */
  channels: Map<
    string,
    { ownerId?: string; orgId?: string; shared?: boolean; network?: ConnectNetwork } | null
  >
  connect: StandIn
  chains: Set<InternalChain>
  runner: StandIn
  /** Identity, which knows only the settings of organisations. */
  identity: StandIn
  /** What organisations have set, by id. */
  settings: Map<string, Partial<OrgSettings>>
  caller(overrides?: Partial<Principal>): Promise<Caller>
  anonymous: Caller['call']
  /**
   * Responds to RPC for other services. The returned function stops it, as does the end of the
   * harness.
   */
  answer(handlers: readonly RpcHandler[]): Promise<() => Promise<void>>
  stop(): Promise<void>
}

export const newOrgId = (): string => newId('org')
/** Returns a possible asset key and URL for an org. */
export const newAsset = (orgId: string, extension = 'png'): { key: string; url: string } => {
  const key = `${orgId}/pub/${randomUUID()}.${extension}`
  return { key, url: assetUrl('http://localhost:3000', key) }
}

/** Starts the service on a separate database, with stand-ins for connect and the runner. */
export async function startHarness(overrides: Record<string, string> = {}): Promise<Harness> {
  const service = await startTestService(boardService, {
    env: { DATABASE_POOL_SIZE: '10', ...overrides },
  })
  const { bus, handle, env, log } = service
  const deps: Deps = {
    db: handle.db,
    bus,
    logger: pino(log.destination),
    readKnownZone: createZoneReader(pino(log.destination)),
    now: () => new Date(),
    newId,
    config: boardConfig(loadConfig(boardVariables, env)),
  }
  const channels: Harness['channels'] = new Map()
  const connect = standIn(service, [
    rpcHandler(CheckChannels, async ({ orgId, userId, channelIds }) => ({
      channels: channelIds.flatMap((id) => {
        const known = channels.get(id)
        if (known === null || (known?.orgId ?? orgId) !== orgId) return []
        const ownerId = known?.ownerId ?? userId
        const usable = ownerId === userId || known?.shared === true
        return [
          { id, network: known?.network ?? 'shortpost', ownerId, usable, name: `Account ${id}` },
        ]
      }),
    })),
  ])
  const chains: Harness['chains'] = new Set([
    'link-enrichment',
    'contact-enrichment',
    'next-action',
  ])
  const runner = standIn(service, [
    rpcHandler(AvailableChains, async () => ({ kinds: [...chains] })),
  ])
  const settings: Harness['settings'] = new Map()
  const identity = standIn(service, [
    rpcHandler(OrgSettingsOf, async ({ orgId }) => ({
      settings: { ...defaultOrgSettings, ...settings.get(orgId) },
    })),
  ])
  await Promise.all([connect.start(), runner.start(), identity.start()])
  return {
    service: service.running,
    handle,
    bus,
    deps,
    env,
    channels,
    connect,
    chains,
    runner,
    identity,
    settings,
    anonymous: service.anonymous,
    answer: service.answer,
    stop: service.stop,
    async caller(given = {}) {
      const caller = service.caller(given)
      return { principal: caller.principal, orgId: caller.orgId, call: caller }
    },
  }
}

/** Returns RPC handlers for tests to stop and start. */
function standIn(service: TestService<BoardDatabase>, handlers: readonly RpcHandler[]): StandIn {
  let end = async (): Promise<void> => {}
  return {
    start: async () => {
      end = await service.answer(handlers)
    },
    stop: () => end(),
  }
}

/** Starts a migrated database with its dependencies, without a listener. */
export async function startDatabase(
  poolSize = 10,
): Promise<{ deps: Deps; url: string; stop(): Promise<void> }> {
  const database = await createTestDatabase()
  const handle = createDatabase<BoardDatabase>({ url: database.url, schema: 'board', poolSize })
  await migrate(handle.db, 'board', migrations)
  const deps = {
    db: handle.db,
    logger: pino({ level: 'silent' }),
    readKnownZone: createZoneReader(pino({ level: 'silent' })),
    now: () => new Date(),
    newId,
    config: {
      tracksLinks: false,
      canMail: true,
      apiUrl: 'http://localhost:3000',
      adminEmails: [],
      supportOwnerEmail: undefined,
      quoteRecipient: undefined,
      rateLimits: false,
    },
    // The bus is unused, because these deps only serve functions without calls to other services.
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
