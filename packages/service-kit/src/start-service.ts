import {
  bootWarnings,
  type Env,
  loadConfig,
  requireValue,
  type SharedConfig,
  secretValues,
} from '@atrium/config'
// biome-ignore lint/style/noRestrictedImports: `deps.newId` comes from here.
import { type NewId, newId } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import {
  type AppEnv,
  createApp,
  createPrincipalTokens,
  principalKey,
  warnOfRefusals,
} from '@atrium/http'
import { type Bus, connectBus, ensureStreams } from '@atrium/messaging'
import {
  createMetrics,
  createTracing,
  type Metrics,
  measureProcess,
  type Tracing,
} from '@atrium/telemetry'
import type { Hono } from 'hono'
import type { DestinationStream, Logger } from 'pino'
import { createLogger } from './create-logger.ts'
import { listen } from './http-listener.ts'
import { answerInternal } from './internal-answers.ts'
import { keepTrying } from './keep-trying.ts'
import { openDatabase } from './open-database.ts'
import type { Kit, ServiceDefinition } from './service-definition.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'
import { startRelay, startRpc, startWork } from './start-work.ts'
import { version } from './version.ts'

export interface StartOptions {
  env: Env
  /** More secrets of the process to redact in the log. */
  secrets?: readonly string[]
  /** Overrides the configured port. 0 picks a free one. */
  port?: number
  /** The destination for log lines. Defaults to standard output. */
  destination?: DestinationStream
  /** A clock for tests. */
  now?: () => Date
  /** An id source for tests. */
  newId?: NewId
}

export interface RunningService {
  name: string
  url: string
  /** The base URL for `/livez`, `/readyz`, `/metrics` and `/openapi.json`. */
  internalUrl: string
  port: number
  /** The application, for `listOperations`. Undefined if the service has none. */
  app: Hono<AppEnv> | undefined
  /** Stops in reverse order. Running work may finish within `SHUTDOWN_TIMEOUT_MS`. Never throws. */
  stop(): Promise<void>
}

// How long a part may take beyond `SHUTDOWN_TIMEOUT_MS` before the shutdown abandons it.
const extraPatienceMs = 1_000

/**
 * Starts a service and resolves when it is ready. If a step fails, closes every open part and
 * throws.
 */
export async function startService<DB extends PlatformTables, Config extends SharedConfig>(
  definition: ServiceDefinition<DB, Config>,
  options: StartOptions,
): Promise<RunningService> {
  const { env, secrets = [], destination } = options
  const { variables } = definition
  const config = loadConfig(variables, env)
  const redacted = [...secretValues(variables.table, env), ...secrets]
  const logger = createLogger(definition.name, config.LOG_LEVEL, redacted, destination)
  for (const line of bootWarnings(variables, env)) logger.warn(line)

  const shutdown = createShutdown(logger, config.SHUTDOWN_TIMEOUT_MS + extraPatienceMs)
  try {
    return await start(definition, { options, config, logger, shutdown })
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function start<DB extends PlatformTables, Config extends SharedConfig>(
  definition: ServiceDefinition<DB, Config>,
  {
    options,
    config,
    logger,
    shutdown,
  }: { options: StartOptions; config: Config; logger: Logger; shutdown: Shutdown },
): Promise<RunningService> {
  const kit = await openKit(definition, { options, config, logger, shutdown })
  const parts = await definition.build(kit)
  const relay = startRelay(kit)
  if (relay !== undefined) shutdown.add(relay)
  const { stop } = parts
  if (stop !== undefined) shutdown.add({ what: definition.name, close: () => stop() })
  shutdown.add(await startRpc(definition, kit, parts))
  const work = await startWork(kit, parts, config.SHUTDOWN_TIMEOUT_MS)
  shutdown.add(...work)

  let ready = false
  const internal = (path: string) =>
    answerInternal(path, { definition, kit, parts, started: ready })
  const onError = (error: unknown) => logger.error({ err: error }, 'request failed')
  const internalPort = definition.internalPort?.(config)
  const internalListener =
    internalPort === undefined
      ? undefined
      : await listen({
          host: config.LISTEN_HOST,
          port: options.port === undefined ? internalPort : 0,
          app: undefined,
          intercept: undefined,
          internal,
          onError,
        })
  if (internalListener !== undefined)
    shutdown.join({ what: 'internal listener', close: () => internalListener.close(0) })
  const listener = await listen({
    host: config.LISTEN_HOST,
    port: options.port ?? definition.port(config),
    app: parts.app,
    intercept: parts.intercept,
    internal: internalListener === undefined ? internal : undefined,
    onError,
  })
  // Joins the stage for work, so running requests and messages share one deadline.
  shutdown.join({ what: 'listener', close: () => listener.close(config.SHUTDOWN_TIMEOUT_MS) })
  shutdown.add({
    what: 'readiness',
    close: () => {
      ready = false
      parts.stopping?.()
    },
  })
  await parts.started?.(listener.url)
  ready = true
  const { url, port } = listener
  const internalUrl = internalListener?.url ?? url
  logger.info({ url, internalUrl }, `${definition.name} is ready`)
  return {
    name: definition.name,
    url,
    internalUrl,
    port,
    app: parts.app,
    stop: () => shutdown.run(),
  }
}

/** Opens metrics, tracing, the service's schema and NATS with the platform's streams. */
async function openKit<DB extends PlatformTables, Config extends SharedConfig>(
  definition: ServiceDefinition<DB, Config>,
  {
    options: { env, now = () => new Date(), newId: createId = newId },
    config,
    logger,
    shutdown,
  }: { options: StartOptions; config: Config; logger: Logger; shutdown: Shutdown },
): Promise<Kit<DB, Config>> {
  const metrics = createMetrics(definition.name)
  measureProcess(metrics, { version, commit: config.COMMIT_SHA })
  const tracing = await createTracing(
    `atrium-${definition.name}`,
    config.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
  )
  shutdown.add({ what: 'tracing', close: () => tracing.shutdown() })
  const database =
    definition.database === undefined
      ? undefined
      : await openDatabase<DB>(definition.database, config, logger, metrics)
  if (database !== undefined) shutdown.add({ what: 'database', close: () => database.close() })
  const bus = await openBus(definition.name, config, { logger, metrics, tracing })
  shutdown.add({ what: 'NATS', close: () => bus.drain() })
  const keys = principalKeys(definition.name, config)
  const tokens = warnOfRefusals(createPrincipalTokens(definition.name, ...keys), logger)
  return {
    config,
    env,
    database,
    bus,
    logger,
    metrics,
    tracing,
    tokens,
    now,
    newId: createId,
    createApp: () => createApp({ logger, metrics, tracing, tokens }),
  }
}

/** Returns the service's own key, and the former one while it is still valid. */
function principalKeys(
  service: string,
  config: SharedConfig,
): [Uint8Array, Uint8Array | undefined] {
  const [own, previous] = [config.PRINCIPAL_KEY, config.PRINCIPAL_KEY_PREVIOUS].map((key) =>
    key === undefined ? undefined : Buffer.from(key, 'base64url'),
  )
  return [own ?? principalKey(requireValue(config, 'AUTH_SESSION_SECRET'), service), previous]
}

function openBus(
  service: string,
  config: SharedConfig,
  observers: { logger: Logger; metrics: Metrics; tracing: Tracing },
): Promise<Bus> {
  return keepTrying('NATS', observers.logger, async () => {
    const bus = await connectBus({
      url: config.NATS_URL,
      service,
      namespace: config.NATS_NAMESPACE || undefined,
      replicas: config.NATS_STREAM_REPLICAS,
      ...observers,
    })
    try {
      await ensureStreams(bus)
      return bus
    } catch (error) {
      await bus.drain()
      throw error
    }
  })
}
