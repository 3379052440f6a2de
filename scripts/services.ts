import type { RunningService, StartOptions } from '@atrium/service-kit'
import { startService } from '@atrium/service-kit'

/** One deployable service: where it is and how it is started. */
export type ServiceEntry = {
  readonly name: string
  /** Its folder below the root; `src/main.ts` in it runs the service as a process of its own. */
  readonly folder: string
  /** What Node is given before it as a process of its own, as its `start` script does. */
  readonly nodeFlags?: readonly string[]
  /** The variable with the port it listens on. */
  readonly portVariable: string
  /** The variable with the address at which the gateway reaches it; none for the gateway itself. */
  readonly urlVariable?: string
  /** Starts it inside this process. */
  readonly start: (options: StartOptions) => Promise<RunningService>
}

/** Every service, in the order of starting; the gateway, which the others stand behind, comes last. */
export const services: readonly ServiceEntry[] = [
  {
    name: 'identity',
    folder: 'services/identity-service',
    portVariable: 'IDENTITY_PORT',
    urlVariable: 'IDENTITY_SERVICE_URL',
    start: async (options) =>
      startService((await import('@atrium/identity-service')).identityService, options),
  },
  {
    name: 'assets',
    folder: 'services/assets-service',
    portVariable: 'ASSETS_PORT',
    urlVariable: 'ASSETS_SERVICE_URL',
    start: async (options) => startService((await import('@atrium/assets-service')).assetsService, options),
  },
  {
    name: 'board',
    folder: 'services/board-service',
    portVariable: 'BOARD_PORT',
    urlVariable: 'BOARD_SERVICE_URL',
    start: async (options) => startService((await import('@atrium/board-service')).boardService, options),
  },
  {
    name: 'invoicing',
    folder: 'services/invoicing-service',
    portVariable: 'INVOICING_PORT',
    urlVariable: 'INVOICING_SERVICE_URL',
    start: async (options) =>
      startService((await import('@atrium/invoicing-service')).invoicingService, options),
  },
  {
    name: 'connect',
    folder: 'services/connect-service',
    portVariable: 'CONNECT_PORT',
    urlVariable: 'CONNECT_SERVICE_URL',
    start: async (options) => startService((await import('@atrium/connect-service')).connectService, options),
  },
  {
    name: 'workflow',
    folder: 'services/workflow-runner',
    nodeFlags: ['--max-semi-space-size=8', '--max-old-space-size=1024'],
    portVariable: 'WORKFLOW_PORT',
    urlVariable: 'WORKFLOW_SERVICE_URL',
    start: async (options) => startService((await import('@atrium/workflow-runner')).workflowRunner, options),
  },
  {
    name: 'gateway',
    folder: 'services/gateway',
    portVariable: 'PORT',
    start: async (options) => startService((await import('@atrium/gateway')).gateway, options),
  },
]
