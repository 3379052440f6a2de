import {
  clientOrigins,
  isHostOfEntry,
  isLoopbackUrl,
  type Owner,
  platformModel,
  rateLimitsOn,
  readRedirectEntry,
} from '@atrium/config'
import type { GatewayValues } from './variables.ts'

export type Upstream = Exclude<Owner, 'gateway'>

/** Services in every deployment. Every other service is deployed if its URL is set. */
const always: readonly Upstream[] = ['identity', 'assets']
const optional = ['board', 'connect', 'invoicing', 'workflow', 'mcp', 'dashboard'] as const

export function gatewayConfig(config: GatewayValues) {
  const readUrl = (upstream: Upstream) => config[urlVariable(upstream)]
  const present = [
    ...always,
    ...optional.filter((upstream) => config.explicit.has(urlVariable(upstream))),
  ]
  const clients = clientOrigins(config)
  return {
    production: config.NODE_ENV === 'production',
    /** This deployment's services with their URLs. All other services' routes respond with 404. */
    upstreams: new Map(present.map((upstream) => [upstream, readUrl(upstream)])),
    apiUrl: config.API_URL,
    /** Origins for requests with credentials, spelled as browsers write them. */
    clientOrigins: new Set(clients),
    knownOrigins: new Set([
      ...clients,
      ...[config.API_URL, config.AUTH_BASE_URL].map((url) => new URL(url).origin),
    ]),
    /** True if a page with this origin may call `/api/mcp`. */
    isAssistantOrigin: assistantOrigins(config),
    trustedProxies: config.TRUSTED_PROXIES,
    limitsOn: rateLimitsOn(config),
    databaseUrl: config.DATABASE_URL,
    sessionSecret: config.AUTH_SESSION_SECRET,
    heartbeatUrl: config.HEARTBEAT_PING_URL,
    commit: config.COMMIT_SHA,
    llmProvider: platformModel(config),
  }
}

/**
 * Allows pages on the hosts that assistants may redirect to. An entry with a path covers only a
 * part of its host, so it allows no origin.
 */
function assistantOrigins(config: Pick<GatewayValues, 'MCP_ALLOWED_REDIRECT_HOSTS' | 'NODE_ENV'>) {
  const entries = config.MCP_ALLOWED_REDIRECT_HOSTS.flatMap(
    (entry) => readRedirectEntry(entry) ?? [],
  )
  const takesLoopback =
    config.NODE_ENV !== 'production' || entries.some(({ kind }) => kind === 'loopback')
  return (origin: string): boolean => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
    if (isLoopbackUrl(origin)) return takesLoopback
    const { protocol, port, hostname } = new URL(origin)
    if (protocol !== 'https:' || port !== '') return false
    return entries.some(
      (entry) => entry.kind === 'host' && entry.path === '/' && isHostOfEntry(entry, hostname),
    )
  }
}

export type GatewayConfig = Readonly<ReturnType<typeof gatewayConfig>>

const urlVariable = (upstream: Upstream) =>
  `${upstream.toUpperCase() as Uppercase<Upstream>}_SERVICE_URL` as const
