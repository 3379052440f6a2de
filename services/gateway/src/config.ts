import { clientOrigins, type Owner, platformModel, rateLimitsOn } from '@atrium/config'
import type { GatewayValues } from './variables.ts'

export type Upstream = Exclude<Owner, 'gateway'>

export interface GatewayConfig {
  readonly production: boolean
  /** The services of this deployment with their addresses; the routes of the others answer 404. */
  readonly upstreams: ReadonlyMap<Upstream, string>
  readonly apiUrl: string
  /** Origins that may call with credentials, as browsers write them. */
  readonly clientOrigins: ReadonlySet<string>
  readonly knownOrigins: ReadonlySet<string>
  /** Addresses or CIDR ranges of proxies whose forwarding headers count. */
  readonly trustedProxies: readonly string[]
  readonly limitsOn: boolean
  readonly databaseUrl: string
  readonly sessionSecret: string
  readonly heartbeatUrl: string | undefined
  readonly commit: string
  /** The platform's provider of language models; `none` without a key. */
  readonly llmProvider: 'gateway' | 'direct' | 'none'
}

/** Every deployment has these two; the others are part of it when their address is set. */
const always: readonly Upstream[] = ['identity', 'assets']
const optional = ['board', 'connect', 'invoicing', 'workflow', 'mcp', 'dashboard'] as const

export function gatewayConfig(config: GatewayValues): GatewayConfig {
  const urlOf = (upstream: Upstream) => config[variableOf(upstream)]
  const present = [...always, ...optional.filter((upstream) => config.explicit.has(variableOf(upstream)))]
  const clients = clientOrigins(config)
  return {
    production: config.NODE_ENV === 'production',
    upstreams: new Map(present.map((upstream) => [upstream, urlOf(upstream)])),
    apiUrl: config.API_URL,
    clientOrigins: new Set(clients),
    knownOrigins: new Set([
      ...clients,
      ...[config.API_URL, config.AUTH_BASE_URL].map((url) => new URL(url).origin),
    ]),
    trustedProxies: config.TRUSTED_PROXIES,
    limitsOn: rateLimitsOn(config),
    databaseUrl: config.DATABASE_URL,
    sessionSecret: config.AUTH_SESSION_SECRET,
    heartbeatUrl: config.HEARTBEAT_PING_URL,
    commit: config.COMMIT_SHA,
    llmProvider: platformModel(config),
  }
}

const variableOf = (upstream: Upstream) =>
  `${upstream.toUpperCase() as Uppercase<Upstream>}_SERVICE_URL` as const
