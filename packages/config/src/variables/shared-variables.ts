import type { VariableTable } from '../variable.ts'

export const sharedVariables = {
  DATABASE_URL: {
    kind: 'secret',
    type: 'databaseUrl',
    required: true,
    about: 'PostgreSQL connection string. This is the only database variable that services read.',
  },
  AUTH_SESSION_SECRET: {
    kind: 'secret',
    type: 'text',
    requiredUnless: 'PRINCIPAL_KEY',
    about:
      "Signs sessions. Each service's `PRINCIPAL_KEY` is derived from this secret. If each other service has its key, only gateway and identity need this secret. Use 32 random characters or more. A shorter secret only causes a warning.",
  },
  PRINCIPAL_KEY: {
    kind: 'secret',
    type: 'key',
    about:
      "A service's own key. With it, the gateway signs who calls the service. The key has 32 bytes as base64url, and `atrium principal-keys` prints it. The gateway does not read this variable.",
    whenUnset: 'The key is derived from `AUTH_SESSION_SECRET`.',
  },
  PRINCIPAL_KEY_PREVIOUS: {
    kind: 'secret',
    type: 'key',
    about: 'A second key that the service accepts during a key rotation.',
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
      'In production, cookies are `Secure`, rate limits are on, and blob storage must be configured.',
  },
  APP_ENV: {
    kind: 'public',
    type: 'text',
    default: 'development',
    about: 'Name of the deployment. Any text is accepted, even if it has a typo.',
  },
  COMMIT_SHA: {
    kind: 'public',
    type: 'text',
    default: 'development',
    about:
      'Build commit, shown as `commit` by `GET /api/health` and by the metric `atrium_build_info`.',
  },
  NATS_NAMESPACE: {
    kind: 'identifier',
    type: 'text',
    about: 'Prefix for every stream and subject, so that several platforms can share one NATS.',
    whenUnset: 'No prefix.',
  },
  NATS_STREAM_REPLICAS: {
    kind: 'public',
    type: 'count',
    default: 1,
    about:
      'How many copies of each stream JetStream keeps. Use 3 on a cluster. The number applies only to streams that do not exist yet.',
  },
  LOG_LEVEL: {
    kind: 'public',
    type: 'choice',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    about: 'The lowest level to log.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'identifier',
    type: 'baseUrl',
    about: 'OpenTelemetry collector for traces (OTLP/HTTP).',
    whenUnset: 'Services pass on the trace context but export nothing.',
  },
  DATABASE_POOL_SIZE: {
    kind: 'public',
    type: 'count',
    default: 10,
    about: 'Maximum number of database connections per service.',
  },
  SHUTDOWN_TIMEOUT_MS: {
    kind: 'public',
    type: 'count',
    default: 10_000,
    about: 'How long a stopping service waits for running work, in milliseconds.',
  },
  LISTEN_HOST: {
    kind: 'identifier',
    type: 'text',
    default: '127.0.0.1',
    about:
      'Address on which the gateway and the services listen. Use `0.0.0.0` in a container, because other containers must reach it.',
  },
} as const satisfies VariableTable

export type SharedTable = typeof sharedVariables

function unreadSecret(what: string) {
  return {
    kind: 'secret',
    type: 'text',
    required: true,
    unread: true,
    about: `${what}. Must be set, although no code reads it.`,
  } as const
}
