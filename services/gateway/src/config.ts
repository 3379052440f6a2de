import { clientOrigins, type Owner, platformModel, rateLimitsOn } from '@atrium/config'
import type { GatewayValues } from './variables.ts'

export type Upstream = Exclude<Owner, 'gateway'>

/** Every deployment has these two; the others are part of it when their address is set. */
const always: readonly Upstream[] = ['identity', 'assets']
const optional = ['board', 'connect', 'invoicing', 'workflow', 'mcp', 'dashboard'] as const

export function gatewayConfig(config: GatewayValues) {
  const urlOf = (upstream: Upstream) => config[variableOf(upstream)]
  const present = [...always, ...optional.filter((upstream) => config.explicit.has(variableOf(upstream)))]
  const clients = clientOrigins(config)
  return {
    production: config.NODE_ENV === 'production',
    /** The services of this deployment with their addresses; the routes of the others answer 404. */
    upstreams: new Map(present.map((upstream) => [upstream, urlOf(upstream)])),
    apiUrl: config.API_URL,
    /** Origins that may call with credentials, as browsers write them. */
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

export type GatewayConfig = Readonly<ReturnType<typeof gatewayConfig>>

const variableOf = (upstream: Upstream) =>
  `${upstream.toUpperCase() as Uppercase<Upstream>}_SERVICE_URL` as const
