import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { exposedNames } from '@atrium/config'
import { databaseVariables } from '@atrium/dev-servers'
import { principalKey } from '@atrium/http'
import { serviceVariables } from '../configuration/platform-variables.ts'
import { visibleVariables } from '../configuration/visible-variables.ts'
import type { Deployable } from '../services.ts'
import type { Secrets } from './home.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the operator's variables. The environment overrides `.env`. An empty variable counts as
 * set.
 */
export async function givenEnvironment(
  root: string,
  environment: Environment,
): Promise<Environment> {
  const file = await readFile(join(root, '.env'), 'utf8').catch(() => '')
  return { ...parseEnv(file), ...environment }
}

/** Returns the name of the variable that declares production, or undefined outside production. */
export const productionStage = (given: Environment): string | undefined =>
  ['NODE_ENV', 'APP_ENV'].find((name) => given[name]?.trim() === 'production')

/** The inputs for the development defaults. */
export type Facts = {
  /** The absolute path of the platform's data folder. */
  readonly home: string
  /** The gateway's port. */
  readonly port: number
  readonly databaseUrl: string
  readonly natsUrl: string
  readonly secrets: Pick<
    Secrets,
    'sessionSecret' | 'authSecret' | 'webhookSecret' | 'push' | 'sealedBySession'
  >
  /** Each internal service's port, by its variable name. */
  readonly servicePorts: Readonly<Record<string, string>>
  readonly commit: string | undefined
}

/**
 * Returns the environment for every service. The given variables override the development defaults,
 * even if they are empty.
 */
export function developmentEnvironment(given: Environment, facts: Facts): Environment {
  const { secrets } = facts
  const origin = `http://localhost:${facts.port}`
  return {
    API_PORT: String(facts.port),
    API_URL: origin,
    GATEWAY_SERVICE_URL: `http://127.0.0.1:${facts.port}`,
    AUTH_BASE_URL: origin,
    DASHBOARD_URL: origin,
    DATABASE_URL: facts.databaseUrl,
    ...databaseVariables(given['DATABASE_URL'] || facts.databaseUrl),
    NATS_URL: facts.natsUrl,
    AUTH_SESSION_SECRET: secrets.sessionSecret,
    AUTH_SECRET: secrets.authSecret,
    WEBHOOK_SECRET_ENCRYPTION_KEY: secrets.webhookSecret,
    ...(secrets.sealedBySession
      ? {
          WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS:
            given['AUTH_SESSION_SECRET'] || secrets.sessionSecret,
        }
      : {}),
    ...facts.servicePorts,
    ...(given['ASSETS_S3_ENDPOINT'] || given['ASSETS_S3_BUCKET']
      ? {}
      : { ASSETS_UPLOAD_DIR: join(facts.home, 'assets') }),
    // In development, webhook receivers run on this machine, like the stand-ins.
    ...(productionStage(given) !== undefined
      ? {}
      : {
          WEBHOOK_PRIVATE_ADDRESSES: 'loopback',
          FETCH_PRIVATE_ADDRESSES: 'loopback',
          PUSH_VAPID_PUBLIC_KEY: secrets.push.publicKey,
          PUSH_VAPID_PRIVATE_KEY: secrets.push.privateKey,
        }),
    ...(facts.commit === undefined ? {} : { COMMIT_SHA: facts.commit }),
    ...given,
    ATRIUM_HOME: facts.home,
  }
}

/**
 * True if a service needs the session secret although it has a `PRINCIPAL_KEY`, because its table
 * requires the secret.
 */
const needsSessionSecret = (service: string): boolean =>
  serviceVariables.find(({ owner }) => owner === service)?.table['AUTH_SESSION_SECRET']
    ?.required === true

/**
 * Returns one service's environment with its own `PRINCIPAL_KEY`. Keeps the session secret only if
 * the service's table requires it.
 */
export function withOwnKey(service: string, environment: Environment): Environment {
  const { AUTH_SESSION_SECRET: session = '', ...others } = environment
  return {
    ...others,
    PRINCIPAL_KEY: Buffer.from(principalKey(session, service)).toString('base64url'),
    PRINCIPAL_KEY_PREVIOUS: undefined,
    ...(needsSessionSecret(service) ? { AUTH_SESSION_SECRET: session } : {}),
  }
}

// Variables for Node, its libraries and the system. ATRIUM_HOME links a process to its platform.
const ofProcesses =
  /^(PATH|HOME|USER|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|UV_\w+|SSL_CERT_\w+|(HTTPS?|NO)_PROXY|OTEL_\w+|PGSSL\w+|ATRIUM_HOME)$/i

/**
 * Variables of two services in addition to their tables: the rows for graphs, and those for `GET
 * /api/config`.
 */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  workflow: Object.keys(visibleVariables),
  gateway: exposedNames,
}

/**
 * Returns a service process's part of an environment: its own table, and the variables for every
 * process.
 */
export function ownVariables(
  { name, table }: Pick<Deployable, 'name' | 'table'>,
  environment: Environment,
): Environment {
  const further = furtherNames[name] ?? []
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([variable]) => variable in table || further.includes(variable) || ofProcesses.test(variable),
    ),
  )
}
