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

/** One deployable: where it is and how it is started. */
export type Deployable = {
  readonly name: string
  readonly folder: string
  /** The program in the folder that runs it as a process of its own. */
  readonly main: string
  /** Flags of Node as a process of its own, as in its `start` script. */
  readonly nodeFlags?: readonly string[]
  /** The variable with the port it listens on. */
  readonly portVariable: string
  /** The variable with the address at which the gateway reaches it; none for the gateway itself. */
  readonly urlVariable?: string
  readonly table: VariableTable
  /** Starts it inside this process; its log leaves out the secrets of all services. */
  readonly start: (options: StartOptions) => Promise<Pick<RunningService, 'url' | 'stop'>>
}

/** A service: it stands on NATS, and most of them on PostgreSQL. */
export type ServiceEntry = Omit<Deployable, 'start'> & {
  readonly start: (options: StartOptions) => Promise<RunningService>
}

function entry<DB extends PlatformTables, Config extends SharedConfig>(
  name: (typeof serviceVariables)[number]['owner'],
  folder: string,
  load: () => Promise<ServiceDefinition<DB, Config>>,
  nodeFlags: readonly string[] = [],
): ServiceEntry {
  const prefix = name.toUpperCase()
  const secrets = (options: StartOptions) => secretValues(platformVariables.table, options.env)
  return {
    ...{ name, folder: `services/${folder}`, main: 'src/main.ts', nodeFlags },
    table: serviceVariables.find(({ owner }) => owner === name)?.table ?? {},
    ...(name === 'gateway'
      ? { portVariable: 'PORT' }
      : { portVariable: `${prefix}_PORT`, urlVariable: `${prefix}_SERVICE_URL` }),
    start: async (options) => startService(await load(), { ...options, secrets: secrets(options) }),
  }
}

/** Every service, in the order of starting; the gateway, which the others stand behind, comes last. */
export const services: readonly ServiceEntry[] = [
  entry(
    'identity',
    'identity-service',
    async () => (await import('@atrium/identity-service')).identityService,
  ),
  entry('assets', 'assets-service', async () => (await import('@atrium/assets-service')).assetsService),
  entry('board', 'board-service', async () => (await import('@atrium/board-service')).boardService),
  entry(
    'invoicing',
    'invoicing-service',
    async () => (await import('@atrium/invoicing-service')).invoicingService,
  ),
  entry('connect', 'connect-service', async () => (await import('@atrium/connect-service')).connectService),
  entry('workflow', 'workflow-runner', async () => (await import('@atrium/workflow-runner')).workflowRunner, [
    '--max-semi-space-size=8',
    '--max-old-space-size=1024',
  ]),
  entry('mcp', 'mcp-service', async () => (await import('@atrium/mcp-service')).mcpService),
  entry('gateway', 'gateway', async () => (await import('@atrium/gateway')).gateway),
]

/** The web application: it serves files, and needs neither NATS nor PostgreSQL nor a secret. */
export const dashboard: Deployable = {
  ...{ name: 'dashboard', folder: 'services/dashboard', main: 'server/main.ts' },
  ...{ portVariable: 'DASHBOARD_PORT', urlVariable: 'DASHBOARD_SERVICE_URL' },
  table: dashboardVariables.table,
  start: async (options) =>
    (await import('@atrium/dashboard')).startDashboard({
      ...options,
      secrets: secretValues(platformVariables.table, options.env),
    }),
}

export const deployables: readonly Deployable[] = [dashboard, ...services]
