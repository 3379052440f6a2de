import { Counter, Gauge, Histogram, Registry } from 'prom-client'

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
    natsRefusals: new Counter({
      name: 'atrium_nats_refusals_total',
      help: 'Times that NATS refused a subscription or an RPC endpoint',
      labelNames: ['name'],
      registers,
    }),
  }
}

export type { Registry } from 'prom-client'
export { Counter, Gauge, Histogram } from 'prom-client'
