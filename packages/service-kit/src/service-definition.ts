import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Owner, ServiceVariables, SharedConfig } from '@atrium/config'
import type { DatabaseHandle, Migrations, PlatformTables } from '@atrium/database'
import type { AppEnv, PrincipalTokens } from '@atrium/http'
import type { Bus, EventConsumer, JobWorker, RpcHandler } from '@atrium/messaging'
import type { Metrics, Tracing } from '@atrium/telemetry'
import type { Hono } from 'hono'
import type { Logger } from 'pino'

/** The parts that the kit provides for the build of a service. */
export interface Kit<DB extends PlatformTables, Config extends SharedConfig = SharedConfig> {
  /** The variables that the service declares, parsed. */
  config: Config
  /** The raw environment, for `exposedConfig` and the like. */
  env: Readonly<Record<string, string | undefined>>
  /** Undefined for a service without a schema. */
  database: DatabaseHandle<DB> | undefined
  bus: Bus
  logger: Logger
  metrics: Metrics
  tracing: Tracing
  tokens: PrincipalTokens
  /** A Hono application with the platform's habits. */
  createApp(): Hono<AppEnv>
}

/** Repeated work: the next round starts `everyMs` after the end of the last one. */
export interface Background {
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<void>
}

/** The parts of a service. */
export interface ServiceParts<DB extends PlatformTables> {
  app?: Hono<AppEnv>
  /** Receives every request first, as plain Node objects; true when it answers. For paths where Hono costs too much. */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean
  /** Paths and schemas that are not declared as operations, the `extra` part of `/openapi.json`. */
  openApi?(): Promise<Record<string, unknown>>
  rpc?: readonly RpcHandler[]
  consumers?: ReadonlyArray<EventConsumer<DB>>
  /** The workers of its queues; build them with `jobWorker`. */
  jobs?: readonly JobWorker[]
  background?: readonly Background[]
  /** Called once all listeners are open. */
  started?(url: string): Promise<void> | void
  /** Called when the service begins to stop; ends the answers that have no end of their own. */
  stopping?(): void
  /** Called after the end of the listener, the consumers and RPC, before that of the database and NATS. */
  stop?(): Promise<void>
}

/** One service, as `startService` starts it: alone in a process or beside others. */
export interface ServiceDefinition<
  DB extends PlatformTables = PlatformTables,
  Config extends SharedConfig = SharedConfig,
> {
  name: Owner
  description: string
  /** The schema it owns; absent for a service without data. */
  database?: { schema: string; migrations: Migrations }
  /** The variables that it reads. */
  variables: ServiceVariables<Config>
  port(config: Config): number
  /** The port of its internal paths where the other one is public; 0 is any free one. */
  internalPort?(config: Config): number
  build(kit: Kit<DB, Config>): Promise<ServiceParts<DB>> | ServiceParts<DB>
}

/** Fixes a definition's types. */
export const defineService = <
  DB extends PlatformTables = PlatformTables,
  Config extends SharedConfig = SharedConfig,
>(
  definition: ServiceDefinition<DB, Config>,
): ServiceDefinition<DB, Config> => definition
