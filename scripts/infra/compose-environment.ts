import type { VariableTable } from '@atrium/config'
import { type Deployable, deployables } from '../services.ts'

/** A service's variables in the compose file: a fixed value, or text with `${NAME:-default}`. */
type Environment = Readonly<Record<string, string | number>>

const origin = `\${API_URL:-http://localhost:3000}`
/** Compose refuses to start without this variable and says what to do. */
const required = (name: string) => `\${${name}:?run node infra/passwords.mjs}`
const optional = (name: string, fallback: string | number = '') => `\${${name}:-${fallback}}`

/**
 * Variables that compose sets to the same value in every service that reads them. The gateway
 * serves the dashboard, so both have one origin.
 */
const fixed: Environment = {
  NODE_ENV: 'production',
  LISTEN_HOST: '0.0.0.0',
  API_URL: origin,
  AUTH_BASE_URL: origin,
  DASHBOARD_URL: origin,
  CLIENT_URLS: optional('CLIENT_URLS', 'http://localhost:5000'),
  APP_ENV: optional('APP_ENV', 'production'),
  GATEWAY_INTERNAL_PORT: 3007,
  MAIL_OUTBOX_DIR: '/tmp/outbox',
  DATABASE_HOST: optional('DATABASE_HOST', 'postgres'),
  DATABASE_PORT: optional('DATABASE_PORT', 5432),
  DATABASE_NAME: optional('DATABASE_NAME', 'atrium'),
  AUTH_SECRET: required('AUTH_SECRET'),
  ASSETS_S3_ENDPOINT: optional('ASSETS_S3_ENDPOINT', 'http://objects:8333'),
  ASSETS_S3_BUCKET: optional('ASSETS_S3_BUCKET', 'atrium'),
  ASSETS_S3_ACCESS_KEY: required('ASSETS_S3_ACCESS_KEY'),
  ASSETS_S3_SECRET_KEY: required('ASSETS_S3_SECRET_KEY'),
  WEBHOOK_SECRET_ENCRYPTION_KEY: required('WEBHOOK_SECRET_ENCRYPTION_KEY'),
  SOCIAL_TOKEN_ENCRYPTION_KEY: required('SOCIAL_TOKEN_ENCRYPTION_KEY'),
  PUSH_VAPID_PUBLIC_KEY: required('PUSH_VAPID_PUBLIC_KEY'),
  PUSH_VAPID_PRIVATE_KEY: required('PUSH_VAPID_PRIVATE_KEY'),
}

/** Variables that mean nothing in a container, with the reason. */
export const absentVariables: Readonly<Record<string, string>> = {
  COMMIT_SHA: 'The image has it.',
  API_PORT: 'PORT is set.',
  ATRIUM_HOME: 'The root file system is read-only.',
  ASSETS_UPLOAD_DIR: 'Files are in the object store.',
}

/** Variables that a workflow may read as `${env:NAME}`, although the runner itself does not. */
const readByWorkflows = ['AUTH_BASE_URL', 'CLIENT_URLS']

/** Returns the variables of one service in the compose file. */
export function composeEnvironment({ name, table, portVariable }: Deployable): Environment {
  const own = { ...fixed, ...ownVariables(name, table), [portVariable]: findPort(name) }
  const names = [...Object.keys(table), ...(name === 'workflow' ? readByWorkflows : [])]
  return Object.fromEntries(
    names
      .filter((variable) => isPassed(variable, name, portVariable))
      .map((variable) => [variable, own[variable] ?? optional(variable)]),
  )
}

const addresses: Environment = Object.fromEntries(
  deployables.flatMap(({ name, urlVariable }) => {
    const variable = urlVariable ?? 'GATEWAY_SERVICE_URL'
    return [[variable, optional(variable, `http://${name}:${findPort(name)}`)]]
  }),
)

/** The address, the user and the key of a service that no other service has. */
function ownVariables(name: string, table: VariableTable): Environment {
  const suffix = name.toUpperCase()
  const database = required(`DATABASE_PASSWORD_${suffix}`)
  const isSigner = name === 'gateway' || name === 'identity'
  return {
    ...Object.fromEntries(Object.entries(addresses).filter(([variable]) => variable in table)),
    DATABASE_USER: `atrium_${name}`,
    DATABASE_PASSWORD: database,
    DATABASE_URL: databaseUrl(`atrium_${name}`, database),
    NATS_URL: natsUrl(name, required(`NATS_PASSWORD_${suffix}`)),
    PRINCIPAL_KEY: required(`PRINCIPAL_KEY_${suffix}`),
    PRINCIPAL_KEY_PREVIOUS: optional(`PRINCIPAL_KEY_${suffix}_PREVIOUS`),
    ...(isSigner ? { AUTH_SESSION_SECRET: required('AUTH_SESSION_SECRET') } : {}),
  }
}

const databaseUrl = (user: string, password: string): string =>
  `postgres://${user}:${password}@${fixed['DATABASE_HOST']}:${fixed['DATABASE_PORT']}/${fixed['DATABASE_NAME']}${optional('DATABASE_OPTIONS')}`

const natsUrl = (user: string, password: string): string =>
  `${optional('NATS_SCHEME', 'nats')}://${user}:${password}@${optional('NATS_SERVERS', 'nats:4222')}`

/** The operator's variables, for the commands of `atrium` (docs/reference/command-line.md). */
export const operatorEnvironment: Environment = {
  DATABASE_URL: databaseUrl(optional('DATABASE_USER', 'atrium'), required('DATABASE_PASSWORD')),
  NATS_URL: natsUrl('operator', required('NATS_PASSWORD_OPERATOR')),
  NATS_NAMESPACE: optional('NATS_NAMESPACE'),
  ...Object.fromEntries(
    Object.entries(fixed).filter(([variable]) => variable.startsWith('ASSETS_S3_')),
  ),
  ASSETS_S3_REGION: optional('ASSETS_S3_REGION'),
  AUTH_SESSION_SECRET: required('AUTH_SESSION_SECRET'),
  ATRIUM_URL: 'http://gateway:3000',
  ATRIUM_API_KEY: optional('ATRIUM_API_KEY'),
}

function isPassed(variable: string, service: string, portVariable: string): boolean {
  if (variable in absentVariables) return false
  // The gateway and identity derive their keys, and the gateway checks no principal token.
  if (variable === 'AUTH_SESSION_SECRET') return service === 'gateway' || service === 'identity'
  if (variable === 'PRINCIPAL_KEY') return service !== 'gateway' && service !== 'identity'
  if (variable === 'PRINCIPAL_KEY_PREVIOUS') return service !== 'gateway'
  // Another service's port only builds its address, which is passed instead.
  return !/^(\w+_)?PORT$/.test(variable) || variable === portVariable || variable in fixed
}

/** Returns the port of a service inside its container. */
function findPort(name: string): number {
  const found = deployables.find((each) => each.name === name)
  const variable = found?.portVariable === 'PORT' ? 'API_PORT' : (found?.portVariable ?? '')
  const port = found?.table[variable]?.default
  if (typeof port !== 'number') throw new Error(`${name} has no default port`)
  return port
}
