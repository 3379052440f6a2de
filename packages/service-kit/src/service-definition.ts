import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Owner, ServiceVariables, SharedConfig } from '@atrium/config'
import type { NewId } from '@atrium/contracts'
import type { DatabaseHandle, Migrations, PlatformTables } from '@atrium/database'
import type { AppEnv, PrincipalTokens } from '@atrium/http'
import type { Bus, EventConsumer, JobWorker, RpcHandler } from '@atrium/messaging'
import type { Metrics, Tracing } from '@atrium/telemetry'
import type { Hono } from 'hono'
import type { Logger } from 'pino'

/** What the kit provides to build a service. */
export interface Kit<DB extends PlatformTables, Config extends SharedConfig = SharedConfig> {
  /** The service's declared variables, parsed. */
  config: Config
  /** The raw environment, for example for `exposedConfig`. */
  env: Readonly<Record<string, string | undefined>>
  /** Undefined if the service has no schema. */
  database: DatabaseHandle<DB> | undefined
  bus: Bus
  logger: Logger
  metrics: Metrics
  tracing: Tracing
  tokens: PrincipalTokens
  /** The current time. */
  now(): Date
  newId: NewId
  /** Creates a Hono application with the platform's conventions. */
  createApp(): Hono<AppEnv>
}

/** Starts the next round earlier. */
export interface NextRound {
  nextInMs: number
}

/**
 * Repeated work. The next round starts `everyMs` after the end of the last one, or `nextInMs` after
 * it if that is earlier.
 */
export interface Background {
  name: string
  everyMs: number
  /**
   * True if the rounds may be ten seconds apart while this process writes nothing to its database.
   * Set it only if writes create the work, and if the work may be ten seconds late or the round
   * returns `nextInMs`. If a round finds or changes rows, that counts as a write and ends the rest
   * of all other work.
   */
  rests?: boolean
  /** Subscribes to what starts the next round at once. Returns a function to end that. */
  onWork?(start: () => void): () => void
  run(signal: AbortSignal): Promise<NextRound | undefined> | Promise<void>
}

export interface ServiceParts<DB extends PlatformTables> {
  app?: Hono<AppEnv>
  /**
   * Receives every request first, as plain Node objects. Returns true if it responds. Use it for
   * paths where Hono costs too much.
   */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Returns the paths and schemas outside the declared operations, for the `extra` part in
   * `/openapi.json`.
   */
  openApi?(): Promise<Record<string, unknown>>
  rpc?: readonly RpcHandler[]
  consumers?: ReadonlyArray<EventConsumer<DB>>
  /** The service's queue workers. Build them with `jobWorker`. */
  jobs?: readonly JobWorker[]
  background?: readonly Background[]
  /** Called when all listeners are open. */
  started?(url: string): Promise<void> | void
  /** Called when the service begins to stop. Ends responses that would never end by themselves. */
  stopping?(): void
  /**
   * Called after the listener, the consumers and RPC have ended, and before the database and NATS
   * close.
   */
  stop?(): Promise<void>
}

/** One service as `startService` starts it, alone in a process or together with others. */
export interface ServiceDefinition<
  DB extends PlatformTables = PlatformTables,
  Config extends SharedConfig = SharedConfig,
> {
  name: Owner
  description: string
  /** The service's schema. Unset if it has no data. */
  database?: { schema: string; migrations: Migrations }
  variables: ServiceVariables<Config>
  port(config: Config): number
  /** The port for internal paths if the main port is public. 0 picks a free one. */
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
