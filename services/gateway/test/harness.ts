import {
  type CallerCredentials,
  type Operation,
  type Principal,
  type ResolvedPrincipal,
  ResolvePrincipals,
} from '@atrium/contracts'
import { derivedPrincipalTokens, type PrincipalTokens } from '@atrium/http'
import { type Bus, type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { RunningService } from '@atrium/service-kit'
import { startTestService } from '@atrium/service-testkit'
import type { CapturedLog } from '@atrium/testkit'
import { gateway } from '../src/service.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

export interface TestGateway {
  url: string
  port: number
  env: Record<string, string>
  log: CapturedLog
  identity: StandIn
  assets: StandIn
  board: StandIn
  /** The bus of identity's stand-in, for additional endpoints. */
  bus: Bus
  /** Verifies a service's principal tokens. Defaults to the board. */
  tokens: (service?: string) => PrincipalTokens
  /** The credentials at identity, in order. */
  asked: CallerCredentials[]
  running: RunningService
  operations: readonly Operation[]
  /**
   * Ends the session with this cookie value. Values begin with `good` (org_1), `other` (org_2),
   * `homeless` or `operator`.
   */
  endSession(cookie: string): void
  /** Limits the session with this cookie to scopes. */
  narrow(cookie: string, scopes: string[]): void
  /** Starts another gateway with the same services and bus. */
  startReplica(): Promise<RunningService>
  stop(): Promise<void>
}

export const user: Principal = {
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'member',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
}
export const goodCookie = 'atrium.session_token=good'
export const goodKey = 'atr_good'

export interface GatewayOptions {
  overrides?: Readonly<Record<string, string | undefined>>
  /** False if identity should not respond to RPC. Defaults to true. */
  identityAnswers?: boolean
  rpc?: readonly RpcHandler[]
}

/**
 * Starts a gateway on the test run's NATS. Small real servers replace identity, assets and
 * board.
 */
export async function startTestGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const [identity, assets, board] = await Promise.all([
    startStandIn(),
    startStandIn(),
    startStandIn(),
  ])
  const asked: TestGateway['asked'] = []
  const ended = new Set<string>()
  const scopes = new Map<string, string[]>()
  const resolveOne = (credentials: CallerCredentials): ResolvedPrincipal => {
    asked.push(credentials)
    const { sessionCookie, apiKey } = credentials
    if (apiKey === goodKey) {
      return {
        outcome: 'authenticated',
        principal: { ...user, via: 'api_key', credentialId: 'key_1' },
      }
    }
    if (apiKey !== undefined || sessionCookie === undefined || ended.has(sessionCookie)) {
      return { outcome: 'rejected' }
    }
    const limits = scopes.get(sessionCookie)
    const caller = {
      ...user,
      userId: `usr_${sessionCookie}`,
      ...(limits === undefined ? {} : { scopes: limits }),
    }
    if (sessionCookie.startsWith('good')) return { outcome: 'authenticated', principal: caller }
    if (sessionCookie.startsWith('other')) {
      return { outcome: 'authenticated', principal: { ...caller, orgId: 'org_2' } }
    }
    if (sessionCookie.startsWith('homeless')) {
      return { outcome: 'authenticated', principal: { ...caller, orgId: null, role: null } }
    }
    if (sessionCookie.startsWith('operator')) {
      return {
        outcome: 'authenticated',
        principal: { ...caller, orgId: null, role: null, isAdmin: true },
      }
    }
    return { outcome: 'rejected' }
  }
  const resolve = rpcHandler(ResolvePrincipals, async ({ credentials }) => ({
    resolved: credentials.map(resolveOne),
  }))
  const answered = options.identityAnswers === false ? [] : [resolve]
  const service = await startTestService(gateway, {
    env: {
      IDENTITY_SERVICE_URL: identity.url,
      ASSETS_SERVICE_URL: assets.url,
      BOARD_SERVICE_URL: board.url,
      API_URL: 'https://api.example.com',
      AUTH_BASE_URL: 'https://auth.example.com',
      CLIENT_URLS: 'https://app.example.com,http://localhost:5000',
      ...options.overrides,
    },
    busName: 'identity',
    rpc: [...answered, ...(options.rpc ?? [])],
  })
  const { running, env, log, bus, operations } = service
  return {
    url: running.url,
    port: running.port,
    env,
    log,
    identity,
    assets,
    board,
    bus,
    asked,
    running,
    operations,
    endSession: (cookie) => void ended.add(cookie),
    narrow: (cookie, to) => void scopes.set(cookie, to),
    tokens: (service = 'board') =>
      derivedPrincipalTokens(service, env['AUTH_SESSION_SECRET'] ?? ''),
    startReplica: () => service.startReplica(),
    async stop() {
      await service.stop()
      await Promise.all([identity.stop(), assets.stop(), board.stop()])
    },
  }
}
