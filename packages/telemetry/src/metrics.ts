import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** One service's instruments, in its own registry. */
export interface Metrics {
  registry: Registry
  /** HTTP operations in seconds, by `operation` and `status`. */
  http: Histogram<'operation' | 'status'>
  /** Handled messages in seconds, by `kind` (event, job, rpc), `name` and `outcome`. */
  messages: Histogram<'kind' | 'name' | 'outcome'>
  /** Age of the oldest event in the outbox, in seconds. */
  outboxAge: Gauge
  /** Jobs waiting for a worker, by `queue`. */
  queueWaiting: Gauge<'queue'>
  /** Dead-lettered messages, by `consumer`. */
  deadLetters: Counter<'consumer'>
  /** 1 if the service would take work at the time of the scrape, else 0. */
  ready: Gauge
  /** Subscriptions and RPC endpoints refused by NATS, by `name`. */
  natsRefusals: Counter<'name'>
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Creates a registry with the instruments for every service. It shares nothing with other services.
 */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const registers = [registry]
  return {
    registry,
    http: new Histogram({
      name: 'atrium_http_request_seconds',
      help: 'Duration of HTTP operations',
      labelNames: ['operation', 'status'],
      buckets,
      registers,
    }),
    messages: new Histogram({
      name: 'atrium_message_seconds',
      help: 'Duration of handled messages',
      labelNames: ['kind', 'name', 'outcome'],
      buckets,
      registers,
    }),
    outboxAge: new Gauge({
      name: 'atrium_outbox_oldest_seconds',
      help: 'Age of the oldest event that waits to be published',
      registers,
    }),
    queueWaiting: new Gauge({
      name: 'atrium_queue_waiting',
      help: 'Jobs that wait for a worker, as of the last look',
      labelNames: ['queue'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'atrium_dead_letters_total',
      help: 'Messages that were set aside',
      labelNames: ['consumer'],
      registers,
    }),
    ready: new Gauge({
      name: 'atrium_ready',
      help: '1 if the service has started and reaches its database and NATS, else 0',
      registers,
    }),
    natsRefusals: new Counter({
      name: 'atrium_nats_refusals_total',
      help: 'Times that NATS refused a subscription or an RPC endpoint',
      labelNames: ['name'],
      registers,
    }),
  }
}

interface CounterInit<Label extends string> {
  name: string
  help: string
  /** The values of each label, or an empty list if they are not known from the start. */
  labels?: Readonly<Record<Label, readonly string[]>>
}

/**
 * Returns the counter of this name, and creates it at the first call. Every known combination of
 * labels begins at 0, because an alert on an increase does not see a series that begins at 1.
 */
export function openCounter<Label extends string = never>(
  { registry }: Pick<Metrics, 'registry'>,
  { name, help, labels }: CounterInit<Label>,
): Counter<Label> {
  const existing = registry.getSingleMetric(name)
  if (existing instanceof Counter) return existing as Counter<Label>
  const labelNames = Object.keys(labels ?? {}) as Label[]
  const counter = new Counter<Label>({ name, help, labelNames, registers: [registry] })
  if (labels !== undefined)
    for (const known of combine(labels)) counter.inc(known as Partial<Record<Label, string>>, 0)
  return counter
}

const combine = (labels: Readonly<Record<string, readonly string[]>>): Record<string, string>[] =>
  Object.entries(labels).reduce<Record<string, string>[]>(
    (found, [label, values]) =>
      found.flatMap((known) => values.map((value) => ({ ...known, [label]: value }))),
    [{}],
  )

/** Milliseconds between two looks at the delay of the event loop. */
const eventLoopPrecisionMs = 100

/**
 * Adds the metrics of the process (`process_*`, `nodejs_*`) and the build to a service's registry.
 * Services that share a process report the same process.
 */
export function measureProcess(
  { registry }: Pick<Metrics, 'registry'>,
  build: { version: string; commit: string },
): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopPrecisionMs })
  new Gauge({
    name: 'atrium_build_info',
    help: 'Always 1. The labels name the release and the commit',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(build, 1)
}

export type { Counter, Registry } from 'prom-client'
export { Gauge, Histogram } from 'prom-client'
