import type { VariableTable } from '../variable.ts'

/** Variables of the platform beside those of the integrations: messaging, limits, addresses of services. */
export const platformVariables = {
  NATS_NAMESPACE: {
    kind: 'identifier',
    type: 'text',
    about: 'Prefix of every stream and subject, so that several platforms can share one NATS.',
    whenUnset: 'No prefix.',
  },
  NATS_STREAM_REPLICAS: {
    kind: 'public',
    type: 'count',
    default: 1,
    about:
      'Copies of each stream that JetStream keeps: 3 on a cluster. Only streams that are missing are made with it.',
  },
  RATE_LIMITS: {
    kind: 'public',
    type: 'choice',
    choices: ['on', 'off'],
    derived: '`on` when `NODE_ENV` is `production`, else `off`',
    about: 'Turns request limits on or off.',
  },
  TRUSTED_PROXIES: {
    kind: 'identifier',
    type: 'networks',
    default: [],
    about: 'Addresses or CIDR ranges, comma-separated, whose `X-Forwarded-For` is believed.',
    whenUnset: 'Forwarding headers are ignored.',
  },
  ATRIUM_HOME: {
    kind: 'identifier',
    type: 'text',
    default: '.atrium',
    about: 'Directory of everything that `npm start` keeps: database, messages, blobs, mails.',
  },
  LOG_LEVEL: {
    kind: 'public',
    type: 'choice',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    about: 'The least severe level that is logged.',
  },
  COMMIT_SHA: {
    kind: 'public',
    type: 'text',
    default: 'development',
    about: 'Build commit, shown as `commit` by `GET /api/health`.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'identifier',
    type: 'baseUrl',
    about: 'OpenTelemetry collector that traces are sent to over OTLP/HTTP.',
    whenUnset: 'Trace context is passed on, but nothing is exported.',
  },
  DATABASE_POOL_SIZE: {
    kind: 'public',
    type: 'count',
    default: 10,
    about: 'Most database connections of one service.',
  },
  SHUTDOWN_TIMEOUT_MS: {
    kind: 'public',
    type: 'count',
    default: 10_000,
    about: 'How long a stopping service waits for what is in flight, in milliseconds.',
  },
  WORKFLOW_SLOTS: {
    kind: 'public',
    type: 'count',
    default: 40,
    about: 'Runs that one workflow runner works on at once; an organisation has at most half of them.',
  },
  WORKFLOW_ADHOC_SLOTS: {
    kind: 'public',
    type: 'count',
    default: 20,
    about:
      'One-off chains that one workflow runner works on at once; an organisation has at most half of them.',
  },
  WORKFLOW_RETENTION_DAYS: {
    kind: 'public',
    type: 'count',
    default: 30,
    about: 'Days that finished runs and webhook deliveries are kept.',
  },
  WORKFLOW_ENV_ALLOW: {
    kind: 'identifier',
    type: 'list',
    default: [],
    about:
      'Names, comma-separated, that an environment reference in a workflow may resolve to besides those of kind public. Secrets are refused whatever stands here.',
    whenUnset: 'Only names of kind public.',
  },
  WEBHOOK_SLOTS: {
    kind: 'public',
    type: 'count',
    default: 20,
    about:
      'Outbound webhook deliveries that one workflow runner sends at once; an organisation has at most half of them.',
  },
  WEBHOOK_SECRET_ENCRYPTION_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'Stored secrets of webhook endpoints are encrypted with a key derived from it.',
    whenUnset: 'The key is derived from `AUTH_SESSION_SECRET`, and changing that one ends all secrets.',
  },
  WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS: {
    kind: 'secret',
    type: 'text',
    about:
      'The key before a rotation, or the `AUTH_SESSION_SECRET` before one: secrets under it are still read, and encrypted anew at the next boot.',
    whenUnset: 'Only secrets under the current key and `AUTH_SESSION_SECRET` can be read.',
  },
  WEBHOOK_PRIVATE_ADDRESSES: {
    kind: 'public',
    type: 'choice',
    choices: ['allow', 'loopback', 'refuse'],
    default: 'refuse',
    about:
      'Whether outbound webhooks may go to private addresses: to all, to this machine only, or to none; never to a cloud’s metadata service. `npm start` sets `loopback` outside production.',
  },
  LISTEN_HOST: {
    kind: 'identifier',
    type: 'text',
    default: '127.0.0.1',
    about:
      'Address that a service, the gateway too, listens on; `0.0.0.0` in a container, where others must reach it.',
  },
  ...serviceVariables('IDENTITY', 3001),
  ...serviceVariables('ASSETS', 3002),
  ...serviceVariables('BOARD', 3003),
  ...serviceVariables('CONNECT', 3004),
  ...serviceVariables('INVOICING', 3005),
  ...serviceVariables('WORKFLOW', 3006),
} as const satisfies VariableTable

function serviceVariables<Name extends string, Port extends number>(name: Name, port: Port) {
  const service = name.toLowerCase()
  return {
    [`${name}_SERVICE_URL`]: {
      kind: 'identifier',
      type: 'baseUrl',
      derived: `\`http://127.0.0.1\` at \`${name}_PORT\``,
      about: `Where the gateway reaches the ${service} service.`,
    },
    [`${name}_PORT`]: {
      kind: 'public',
      type: 'port',
      default: port,
      about: `Port that the ${service} service listens on.`,
    },
  } as ServiceVariables<Name, Port>
}

type ServiceVariables<Name extends string, Port extends number> = {
  readonly [N in `${Name}_SERVICE_URL`]: {
    readonly kind: 'identifier'
    readonly type: 'baseUrl'
    readonly derived: string
    readonly about: string
  }
} & {
  readonly [N in `${Name}_PORT`]: {
    readonly kind: 'public'
    readonly type: 'port'
    readonly default: Port
    readonly about: string
  }
}
