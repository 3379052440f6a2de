import { type SharedConfig, secretValues, type VariableTable } from '@atrium/config'
import { dashboardVariables } from '@atrium/dashboard/variables'
import type { PlatformTables } from '@atrium/database'
import {
  type RunningService,
  type ServiceDefinition,
  type StartOptions,
  startService,
} from '@atrium/service-kit'
import { platformVariables, serviceVariables } from './configuration/platform-variables.ts'

/** A deployable: its folder and how it starts. */
export type Deployable = {
  readonly name: string
  readonly folder: string
  /** The program that runs the deployable as its own process, relative to its folder. */
  readonly main: string
  /** Node flags for its own process, as in its `start` script. */
  readonly nodeFlags?: readonly string[]
  readonly portVariable: string
  /** The variable for the address at which the gateway reaches it. The gateway itself has none. */
  readonly urlVariable?: string
  readonly table: VariableTable
  /** Starts the deployable inside this process. Its log redacts all services' secrets. */
  readonly start: (options: StartOptions) => Promise<Pick<RunningService, 'url' | 'stop'>>
}

/** A service. It needs NATS, and most services also need PostgreSQL. */
export type ServiceEntry = Omit<Deployable, 'start'> & {
  readonly start: (options: StartOptions) => Promise<RunningService>
  /** Returns the schema and its migrations. Undefined if the service has no schema. */
  readonly loadDatabase: () => Promise<Database | undefined>
}

type Database = NonNullable<ServiceDefinition<never>['database']>

function entry<DB extends PlatformTables, Config extends SharedConfig>(
  name: (typeof serviceVariables)[number]['owner'],
  folder: string,
  load: () => Promise<ServiceDefinition<DB, Config>>,
  nodeFlags: readonly string[] = [],
): ServiceEntry {
  const prefix = name.toUpperCase()
  const secrets = (options: StartOptions) => secretValues(platformVariables.table, options.env)
  return {
    name,
    folder: `services/${folder}`,
    main: 'src/main.ts',
    nodeFlags,
    table: serviceVariables.find(({ owner }) => owner === name)?.table ?? {},
    ...(name === 'gateway'
      ? { portVariable: 'PORT' }
      : { portVariable: `${prefix}_PORT`, urlVariable: `${prefix}_SERVICE_URL` }),
    start: async (options) => startService(await load(), { ...options, secrets: secrets(options) }),
    loadDatabase: async () => (await load()).database,
  }
}

/** Every service in starting order. The gateway comes last, because it routes to the others. */
export const services: readonly ServiceEntry[] = [
  entry(
    'identity',
    'identity-service',
    async () => (await import('@atrium/identity-service')).identityService,
  ),
  entry(
    'assets',
    'assets-service',
    async () => (await import('@atrium/assets-service')).assetsService,
  ),
  entry('board', 'board-service', async () => (await import('@atrium/board-service')).boardService),
  entry(
    'invoicing',
    'invoicing-service',
    async () => (await import('@atrium/invoicing-service')).invoicingService,
  ),
  entry(
    'connect',
    'connect-service',
    async () => (await import('@atrium/connect-service')).connectService,
  ),
  entry(
    'workflow',
    'workflow-runner',
    async () => (await import('@atrium/workflow-runner')).workflowRunner,
    ['--max-semi-space-size=8', '--max-old-space-size=1024'],
  ),
  entry('mcp', 'mcp-service', async () => (await import('@atrium/mcp-service')).mcpService),
  entry('gateway', 'gateway', async () => (await import('@atrium/gateway')).gateway),
]

/** The web application. It serves files and needs no NATS, PostgreSQL or secret. */
export const dashboard: Deployable = {
  name: 'dashboard',
  folder: 'services/dashboard',
  main: 'server/main.ts',
  portVariable: 'DASHBOARD_PORT',
  urlVariable: 'DASHBOARD_SERVICE_URL',
  table: dashboardVariables.table,
  start: async (options) =>
    (await import('@atrium/dashboard')).startDashboard({
      ...options,
      secrets: secretValues(platformVariables.table, options.env),
    }),
}

export const deployables: readonly Deployable[] = [dashboard, ...services]
