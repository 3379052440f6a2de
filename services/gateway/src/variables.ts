import {
  addressVariables,
  assistantVariables,
  type ConfigOf,
  defineVariables,
  modelVariables,
  ownMailboxVariables,
  processVariables,
  serviceAddresses,
  sharedVariables,
} from '@atrium/config'

export const gatewayVariables = defineVariables({
  owner: 'gateway',
  table: {
    AUTH_SESSION_SECRET: { ...sharedVariables.AUTH_SESSION_SECRET, required: true },
    API_URL: addressVariables.API_URL,
    AUTH_BASE_URL: addressVariables.AUTH_BASE_URL,
    CLIENT_URLS: addressVariables.CLIENT_URLS,
    RATE_LIMITS: processVariables.RATE_LIMITS,
    MCP_ALLOWED_REDIRECT_HOSTS: assistantVariables.MCP_ALLOWED_REDIRECT_HOSTS,
    ...serviceAddresses.identity,
    ...serviceAddresses.assets,
    ...serviceAddresses.board,
    ...serviceAddresses.connect,
    ...serviceAddresses.invoicing,
    ...serviceAddresses.workflow,
    ...serviceAddresses.mcp,
    ...serviceAddresses.dashboard,
    API_PORT: { kind: 'public', type: 'port', default: 3000, about: 'Port of the API.' },
    PORT: {
      kind: 'public',
      type: 'port',
      lenient: true,
      derived: '{API_PORT}',
      about: "The gateway's port, usually equal to `API_PORT`.",
    },
    GATEWAY_INTERNAL_PORT: {
      kind: 'public',
      type: 'port',
      default: 0,
      about:
        "Port for the gateway's own `/livez`, `/readyz`, `/metrics` and `/openapi.json` at `LISTEN_HOST`, for probes and the operator. Never publish this port. 0 uses any free port, and the log names it at start.",
    },
    TRUSTED_PROXIES: {
      kind: 'identifier',
      type: 'networks',
      default: [],
      about:
        'Proxies whose `X-Forwarded-For` is trusted, as comma-separated addresses or CIDR ranges.',
      whenUnset: 'Forwarding headers are ignored.',
    },
    HEARTBEAT_PING_URL: {
      kind: 'secret',
      type: 'baseUrl',
      about:
        "Dead man's switch that the gateway pings as long as it lives. The address with `/fail` at its end alerts the operator. Anybody who knows the URL can ping it.",
      whenUnset: 'Nothing is pinged.',
    },
    LLM_PROVIDER: modelVariables.LLM_PROVIDER,
    LLM_GATEWAY_API_KEY: modelVariables.LLM_GATEWAY_API_KEY,
    LLM_DIRECT_API_KEY: modelVariables.LLM_DIRECT_API_KEY,
    ...ownMailboxVariables,
  },
  integrations: [
    {
      id: 'heartbeat',
      subsystem: 'heartbeat',
      feature: 'the liveness ping',
      needs: ['HEARTBEAT_PING_URL'],
    },
  ],
})

export type GatewayValues = ConfigOf<typeof gatewayVariables>
