import { setTimeout as sleep } from 'node:timers/promises'
import type { Metrics, Tracing } from '@atrium/telemetry'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type ConnectionOptions, connect, errors, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { natsAddress } from './nats-address.ts'
import { inboxPrefixOf } from './permissions.ts'

export interface BusOptions {
  /** As `natsAddress` reads it: `nats://user:password@host:port`, several separated by commas. */
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
  /** Empty unless several platforms share a server. */
  readonly namespace: string
  /** Begins the subjects on which answers to this service arrive. */
  readonly inboxPrefix: string
  readonly nc: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  readonly logger: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly replicas: number
  /** Whether a server is at the other end right now; false while reconnecting and after `drain`. */
  isConnected(): boolean
  /** A subject inside this platform's namespace. */
  subject(name: string): string
  /** A stream's name inside this platform's namespace. */
  stream(name: 'EVENTS' | 'JOBS'): string
  /** Lets what is in flight finish and closes the connection; within 2 s when the server is away. */
  drain(): Promise<void>
}

const drainPatienceMs = 2_000
const firstConnectionMs = 10_000
// A dial now and then hangs: seen in 11 of 8,000 that met the server reading its configuration anew.
const dialPatienceMs = 3_000

/**
 * Connects and keeps reconnecting for as long as the process lives. The first connection must succeed within
 * 10 s; throws the client's error otherwise.
 */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const nc = await dial({
    ...natsAddress(options.url),
    name: `atrium-${options.service}`,
    inboxPrefix: inboxPrefixOf(options.service),
    timeout: dialPatienceMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    // Credentials that are being rotated are wrong for a while; the client by itself gives up at the second refusal.
    ignoreAuthErrorAbort: true,
    pingInterval: 20_000,
    // A stack trace per request costs more than the request.
    noAsyncTraces: true,
  })
  let connected = true
  void followStatus(nc, options.logger, (now) => {
    connected = now
  })
  const js = jetstream(nc, { timeout: 5_000 })
  const jsm = await jetstreamManager(nc, { timeout: 5_000, checkAPI: false })
  const namespace = options.namespace ?? ''
  return {
    service: options.service,
    namespace,
    inboxPrefix: inboxPrefixOf(options.service),
    nc,
    js,
    jsm,
    logger: options.logger,
    metrics: options.metrics,
    tracing: options.tracing,
    replicas: options.replicas ?? 1,
    isConnected: () => connected && !nc.isClosed() && !nc.isDraining(),
    subject: (name) => (namespace === '' ? name : `${namespace}.${name}`),
    stream: (name) => (namespace === '' ? name : `${namespace}_${name}`),
    drain: () => drain(nc, connected),
  }
}

// Refusals end it at once; a dial that hung is made again for as long as the first connection may take.
async function dial(options: ConnectionOptions): Promise<NatsConnection> {
  const lastDial = performance.now() + firstConnectionMs - dialPatienceMs
  for (;;) {
    try {
      return await connect(options)
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || performance.now() > lastDial) throw error
    }
  }
}

async function followStatus(
  nc: NatsConnection,
  logger: Logger,
  change: (connected: boolean) => void,
): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') {
      change(false)
      logger.warn('[nats] connection lost, reconnecting')
    } else if (status.type === 'reconnect') {
      change(true)
      logger.info('[nats] connected again')
    } else if (status.type === 'error') {
      logger.warn({ err: status.error }, '[nats] error')
    }
  }
}

// Draining waits for the server's answer, which never comes when the server is away.
async function drain(nc: NatsConnection, connected: boolean): Promise<void> {
  if (nc.isClosed()) return
  const given = new AbortController()
  const drained = connected ? nc.drain().catch(() => {}) : Promise.resolve()
  await Promise.race([drained, sleep(drainPatienceMs, undefined, { signal: given.signal }).catch(() => {})])
  given.abort()
  if (!nc.isClosed()) await nc.close()
}
