import type { Metrics, Tracing } from '@atrium/telemetry'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'

export interface BusOptions {
  /** `nats://host:port`, several separated by commas. */
  url: string
  /** The connecting service; names its consumers and connection. */
  service: string
  /** Prefix of streams and subjects, so that several platforms can share a server. */
  namespace?: string | undefined
  /** Copies of each stream; 3 in a production cluster. */
  replicas?: number | undefined
  logger: Logger
  metrics: Metrics
  tracing: Tracing
}

/** One service's connection to NATS. */
export interface Bus {
  readonly service: string
  readonly nc: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  readonly logger: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly replicas: number
  /** A subject inside this platform's namespace. */
  subject(name: string): string
  /** A stream's name inside this platform's namespace. */
  stream(name: 'EVENTS' | 'JOBS'): string
  /** Lets what is in flight finish and closes the connection. */
  drain(): Promise<void>
}

/**
 * Connects and keeps reconnecting for as long as the process lives. The first connection must succeed within
 * 10 s; throws the client's error otherwise.
 */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const nc = await connect({
    servers: options.url.split(',').map((server) => server.trim()),
    name: `atrium-${options.service}`,
    timeout: 10_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 20_000,
  })
  void logStatus(nc, options.logger)
  const js = jetstream(nc, { timeout: 5_000 })
  const jsm = await jetstreamManager(nc, { timeout: 5_000, checkAPI: false })
  const prefix = options.namespace === undefined || options.namespace === '' ? '' : options.namespace
  return {
    service: options.service,
    nc,
    js,
    jsm,
    logger: options.logger,
    metrics: options.metrics,
    tracing: options.tracing,
    replicas: options.replicas ?? 1,
    subject: (name) => (prefix === '' ? name : `${prefix}.${name}`),
    stream: (name) => (prefix === '' ? name : `${prefix}_${name}`),
    drain: async () => {
      if (!nc.isClosed()) await nc.drain().catch(() => nc.close())
    },
  }
}

async function logStatus(nc: NatsConnection, logger: Logger): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') logger.warn('[nats] connection lost, reconnecting')
    if (status.type === 'reconnect') logger.info('[nats] connected again')
  }
}
