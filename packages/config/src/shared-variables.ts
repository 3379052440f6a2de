import type { VariableTable } from './variable.ts'

export const sharedVariables = {
  DATABASE_URL: {
    kind: 'secret',
    type: 'databaseUrl',
    required: true,
    about: 'Connection string of PostgreSQL. The only database variable that is read at run time.',
  },
  AUTH_SESSION_SECRET: {
    kind: 'secret',
    type: 'text',
    requiredUnless: 'PRINCIPAL_KEY',
    about:
      "Signs sessions, and each service's `PRINCIPAL_KEY` is derived from it. Only gateway and identity need it beside that key. Use 32 random characters or more: a shorter one only causes a warning.",
  },
  PRINCIPAL_KEY: {
    kind: 'secret',
    type: 'key',
    about:
      "A service's own key, under which the gateway states callers to it: 32 bytes as base64url, which `atrium principal-keys` prints. The gateway does not read it.",
    whenUnset: 'The key is derived from `AUTH_SESSION_SECRET`.',
  },
  PRINCIPAL_KEY_PREVIOUS: {
    kind: 'secret',
    type: 'key',
    about: 'A further key that the service accepts during a rotation.',
  },
  NATS_URL: {
    kind: 'secret',
    type: 'natsUrl',
    required: true,
    about:
      'One or more NATS servers, comma-separated. Secret because the address may carry credentials.',
  },
  DATABASE_HOST: unreadSecret('Host of the database'),
  DATABASE_USER: unreadSecret('User of the database'),
  DATABASE_PASSWORD: unreadSecret('Password of the database user'),
  DATABASE_NAME: unreadSecret('Name of the database'),
  DATABASE_PORT: unreadSecret('Port of the database'),
  AUTH_SECRET: unreadSecret('Signing secret of an earlier session scheme'),
  NODE_ENV: {
    kind: 'public',
    type: 'choice',
    choices: ['development', 'test', 'production'],
    default: 'development',
    about:
      'In production cookies are `Secure`, rate limits are on and blob storage must be configured.',
  },
  APP_ENV: {
    kind: 'public',
    type: 'text',
    default: 'development',
    about: 'Name of the deployment. A free string: anything is accepted, typos included.',
  },
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
  LOG_LEVEL: {
    kind: 'public',
    type: 'choice',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    about: 'The least severe level that is logged.',
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
  LISTEN_HOST: {
    kind: 'identifier',
    type: 'text',
    default: '127.0.0.1',
    about:
      'Address that a service, the gateway too, listens on; `0.0.0.0` in a container, where others must reach it.',
  },
} as const satisfies VariableTable

export type SharedTable = typeof sharedVariables

function unreadSecret(what: string) {
  return {
    kind: 'secret',
    type: 'text',
    required: true,
    unread: true,
    about: `${what}. Must be set, but no code reads it.`,
  } as const
}
