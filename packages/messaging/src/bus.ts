import { setTimeout as sleep } from 'node:timers/promises'
import { createMetrics, type Metrics, propagateOnly, type Tracing } from '@atrium/telemetry'
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import { connect, errors, type NatsConnection, type Status } from '@nats-io/transport-node'
import pRetry from 'p-retry'
import type { Logger } from 'pino'
import { isRefusal } from './is-refusal.ts'
import { inboxPrefix, nameIn, subjectIn } from './names.ts'
import { natsAddress } from './nats-address.ts'

export interface BusOptions {
  /** Parsed by `natsAddress`: `nats://user:password@host:port`, several separated by commas. */
  url: string
  /** The connecting service. Its consumers and connection carry this name. */
  service: string
  /** The prefix of streams and subjects, so several platforms can share a server. */
  namespace?: string | undefined
  /** Copies of each stream. A production cluster needs 3. */
  replicas?: number | undefined
  logger: Logger
  /** Defaults to new instruments. */
  metrics?: Metrics
  /** By default trace context is passed on and nothing is recorded. */
  tracing?: Tracing
}

/** One service's connection to NATS. */
export interface Bus {
  readonly service: string
  /** Empty unless several platforms share a server. */
  readonly namespace: string
  readonly nc: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  readonly logger: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly replicas: number
  /** Returns true if the connection is up. Returns false while it reconnects and after `drain`. */
  isConnected(): boolean
  /**
   * True if JetStream responds within the timeout. A hanging server keeps its connections. Never
   * throws.
   */
  responds(withinMs: number): Promise<boolean>
  /**
   * Calls the listener with each change and error of the connection. Returns a function that stops
   * watching.
   */
  watch(listener: (status: Status) => void): () => void
  /** Returns a subject in this platform's namespace. */
  subject(name: string): string
  /** Returns a stream name in this platform's namespace. */
  stream(name: 'EVENTS' | 'JOBS'): string
  /**
   * Completes what is in flight and closes the connection, within 2 s if the server is unreachable.
   */
  drain(): Promise<void>
}

const drainTimeoutMs = 2_000
const firstConnectionMs = 10_000
// A dial hangs occasionally: 11 of 8,000 did when the server was reloading its configuration.
const dialTimeoutMs = 3_000

/** Connects within 10 s, or throws the client's error. Reconnects as long as the process lives. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const dial = (): Promise<NatsConnection> =>
    connect({
      ...natsAddress(options.url),
      name: `atrium-${options.service}`,
      inboxPrefix: inboxPrefix(options.service),
      timeout: dialTimeoutMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      // Credentials may be wrong for a while during a rotation. By default the client gives up at
      // the second refusal.
      ignoreAuthErrorAbort: true,
      pingInterval: 20_000,
      // A stack trace per request costs more than the request.
      noAsyncTraces: true,
    })
  const nc = await pRetry(dial, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 0,
    maxRetryTime: firstConnectionMs - dialTimeoutMs,
    shouldRetry: ({ error }) => error instanceof errors.TimeoutError,
  })
  let connected = true
  const listeners = new Set<(status: Status) => void>()
  void followStatus(nc, options.logger, (status) => {
    if (status.type === 'disconnect') connected = false
    if (status.type === 'reconnect') connected = true
    for (const listener of listeners) listener(status)
  })
  const namespace = options.namespace ?? ''
  const jsm = await jetstreamManager(nc, { timeout: 5_000, checkAPI: false })
  const isConnected = (): boolean => connected && !nc.isClosed() && !nc.isDraining()
  return {
    service: options.service,
    namespace,
    nc,
    js: jetstream(nc, { timeout: 5_000 }),
    jsm,
    logger: options.logger,
    metrics: options.metrics ?? createMetrics(options.service),
    tracing: options.tracing ?? propagateOnly,
    replicas: options.replicas ?? 1,
    isConnected,
    responds: async (withinMs) =>
      isConnected() && (await jetStreamResponds(jsm, nameIn(namespace, 'EVENTS'), withinMs)),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    subject: (name) => subjectIn(namespace, name),
    stream: (name) => nameIn(namespace, name),
    drain: () => drain(nc, connected),
  }
}

async function followStatus(
  nc: NatsConnection,
  logger: Logger,
  pass: (status: Status) => void,
): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') {
      logger.warn('[nats] connection lost, reconnecting')
    } else if (status.type === 'reconnect') {
      logger.info('[nats] connected again')
    } else if (status.type === 'error' && isRefusal(status.error)) {
      logger.error({ err: status.error }, '[nats] the server refused an operation of this user')
    } else if (status.type === 'error') {
      logger.warn({ err: status.error }, '[nats] error')
    }
    pass(status)
  }
}

// A missing stream is a response too: the next consumer or publisher creates the stream again.
async function jetStreamResponds(
  jsm: JetStreamManager,
  stream: string,
  withinMs: number,
): Promise<boolean> {
  const timer = new AbortController()
  const responded = jsm.streams.info(stream).then(
    () => true,
    (error: unknown) =>
      error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound,
  )
  const timeout = sleep(withinMs, false, { signal: timer.signal }).catch(() => false)
  const responds = await Promise.race([responded, timeout])
  timer.abort()
  return responds
}

// Draining waits for a server reply, which never arrives while the server is down.
async function drain(nc: NatsConnection, connected: boolean): Promise<void> {
  if (nc.isClosed()) return
  const timer = new AbortController()
  const drained = connected ? nc.drain().catch(() => {}) : Promise.resolve()
  await Promise.race([
    drained,
    sleep(drainTimeoutMs, undefined, { signal: timer.signal }).catch(() => {}),
  ])
  timer.abort()
  if (!nc.isClosed()) await nc.close()
}
