import { bootWarnings, type Env, loadConfig, type PlatformConfig } from '@atrium/config'
import { createDatabase, type DatabaseHandle, migrate, type PlatformTables } from '@atrium/database'
import { createApp, createPrincipalTokens, openApiDocument } from '@atrium/http'
import {
  type Bus,
  connectBus,
  ensureStreams,
  serveRpc,
  startConsumer,
  startOutboxRelay,
} from '@atrium/messaging'
import { createMetrics, createTracing } from '@atrium/telemetry'
import { type Kysely, sql } from 'kysely'
import type { DestinationStream, Logger } from 'pino'
import { startBackground } from './background.ts'
import { createLogger } from './create-logger.ts'
import { housekeeping } from './housekeeping.ts'
import { type InternalAnswer, listen } from './http-listener.ts'
import { keepTrying } from './keep-trying.ts'
import type { Kit, ServiceDefinition, ServiceParts } from './service-definition.ts'

export interface StartOptions {
  env: Env
  /** Overrides the configured port; 0 picks a free one. */
  port?: number
  /** Where log lines go; standard output unless told. */
  destination?: DestinationStream
}

export interface RunningService {
  name: string
  url: string
  port: number
  /** Stops in the reverse order of starting; what is in flight may finish within `SHUTDOWN_TIMEOUT_MS`. */
  stop(): Promise<void>
}

export const version = '0.1.0'

/**
 * The only way a service starts: configuration, warnings, migrations, NATS, consumers and RPC, listener, ready.
 * Throws when any step fails, with everything that had been opened closed again.
 */
export async function startService<DB extends PlatformTables>(
  definition: ServiceDefinition<DB>,
  options: StartOptions,
): Promise<RunningService> {
  const config = loadConfig(options.env)
  const logger = createLogger(definition.name, config.LOG_LEVEL, options.env, options.destination)
  for (const line of bootWarnings(options.env, definition.warnsFor ?? definition.name)) logger.warn(line)

  const undo: Array<() => Promise<void>> = []
  const stopAll = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: unknown) => logger.error({ err: error }, 'stopping failed'))
    }
  }
  try {
    return await start(definition, options, config, logger, undo, stopAll)
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function start<DB extends PlatformTables>(
  definition: ServiceDefinition<DB>,
  options: StartOptions,
  config: PlatformConfig,
  logger: Logger,
  undo: Array<() => Promise<void>>,
  stopAll: () => Promise<void>,
): Promise<RunningService> {
  const metrics = createMetrics(definition.name)
  const tracing = await createTracing(
    `atrium-${definition.name}`,
    config.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
  )
  undo.push(() => tracing.shutdown())
  const database = await openDatabase(definition, config, logger)
  if (database !== undefined) undo.push(() => database.close())
  const bus = await keepTrying('NATS', logger, () =>
    connectBus({
      url: config.NATS_URL,
      service: definition.name,
      namespace: config.NATS_NAMESPACE || undefined,
      logger,
      metrics,
      tracing,
    }),
  )
  undo.push(() => bus.drain())
  await ensureStreams(bus)
  const tokens = createPrincipalTokens(config.AUTH_SESSION_SECRET)
  const kit: Kit<DB> = {
    config,
    env: options.env,
    database,
    bus,
    logger,
    metrics,
    tracing,
    tokens,
    createApp: () => createApp({ logger, metrics, tracing, tokens }),
  }
  const parts = await definition.build(kit)
  if (parts.stop !== undefined) undo.push(parts.stop)

  let ready = false
  const listener = await listen({
    host: definition.host?.(config) ?? config.LISTEN_HOST,
    port: options.port ?? definition.port(config),
    app: parts.app,
    intercept: parts.intercept,
    internal: (path) => answerInternal(path, definition, kit, parts, () => ready),
  })
  undo.push(() => listener.close(config.SHUTDOWN_TIMEOUT_MS))
  await startWork(kit, parts, undo)
  undo.push(async () => {
    ready = false
  })
  await parts.started?.(listener.url)
  ready = true
  logger.info({ url: listener.url }, `${definition.name} is ready`)
  return { name: definition.name, url: listener.url, port: listener.port, stop: stopAll }
}

async function openDatabase<DB extends PlatformTables>(
  definition: ServiceDefinition<DB>,
  config: PlatformConfig,
  logger: Logger,
): Promise<DatabaseHandle<DB> | undefined> {
  if (definition.database === undefined) return undefined
  const { schema, migrations } = definition.database
  const handle = createDatabase<DB>({
    url: config.DATABASE_URL,
    schema,
    poolSize: config.DATABASE_POOL_SIZE,
    onIdleError: (error) => logger.warn({ err: error }, '[database] idle connection lost'),
  })
  try {
    const ran = await keepTrying('PostgreSQL', logger, () => migrate(handle.db, schema, migrations))
    if (ran.length > 0) logger.info({ migrations: ran }, 'migrations applied')
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function startWork<DB extends PlatformTables>(
  kit: Kit<DB>,
  parts: ServiceParts<DB>,
  undo: Array<() => Promise<void>>,
): Promise<void> {
  const { bus, database, logger } = kit
  const background = [...(parts.background ?? [])]
  if (database !== undefined) {
    const db = database.db as unknown as Kysely<PlatformTables>
    const relay = startOutboxRelay({ db, bus, schema: database.schema })
    undo.push(() => relay.stop())
    background.push(housekeeping(db))
    undo.push(await startConsumers(bus, database.db, parts))
  }
  undo.push(await serveRpc(bus, version, parts.rpc ?? []))
  undo.push(startBackground(background, logger))
}

async function startConsumers<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  parts: ServiceParts<DB>,
): Promise<() => Promise<void>> {
  const stops = await Promise.all((parts.consumers ?? []).map((consumer) => startConsumer(bus, db, consumer)))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function answerInternal<DB extends PlatformTables>(
  path: string,
  definition: ServiceDefinition<DB>,
  kit: Kit<DB>,
  parts: ServiceParts<DB>,
  isReady: () => boolean,
): Promise<InternalAnswer | undefined> {
  const json = (status: number, body: unknown): InternalAnswer => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  })
  if (path === '/livez') return json(200, { status: 'ok' })
  if (path === '/metrics') {
    const { registry } = kit.metrics
    return { status: 200, contentType: registry.contentType, body: await registry.metrics() }
  }
  if (path === '/openapi.json') {
    const own = openApiDocument(definition.description, version, parts.operations ?? [])
    return json(200, { own, extra: await parts.openApi?.() })
  }
  const database = kit.database === undefined ? true : await answers(kit.database)
  const nats = !kit.bus.nc.isClosed() && kit.bus.nc.stats !== undefined && isConnected(kit.bus)
  const ok = isReady() && database && nats
  return json(ok ? 200 : 503, { status: ok ? 'ready' : 'not ready', started: isReady(), database, nats })
}

const isConnected = (bus: Bus): boolean => bus.nc.info !== undefined && !bus.nc.isDraining()

async function answers<DB>(database: DatabaseHandle<DB>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, 1_000, false).unref())
  const probe = sql`select 1`.execute(database.db).then(
    () => true,
    () => false,
  )
  return Promise.race([probe, timeout])
}
