import type { VariableTable } from '../variable.ts'

/** What every service refuses to start without. */
export const bootVariables = {
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
    about: 'One or more NATS servers, comma-separated. Secret because the address may carry credentials.',
  },
  DATABASE_HOST: unreadSecret('Host of the database'),
  DATABASE_USER: unreadSecret('User of the database'),
  DATABASE_PASSWORD: unreadSecret('Password of the database user'),
  DATABASE_NAME: unreadSecret('Name of the database'),
  DATABASE_PORT: unreadSecret('Port of the database'),
  AUTH_SECRET: unreadSecret('Signing secret of an earlier session scheme'),
} as const satisfies VariableTable

function unreadSecret(what: string) {
  return {
    kind: 'secret',
    type: 'text',
    required: true,
    unread: true,
    about: `${what}. Must be set, but no code reads it.`,
  } as const
}
