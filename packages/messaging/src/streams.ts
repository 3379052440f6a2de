import {
  AckPolicy,
  type ConsumerConfig,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import type { Bus } from './bus.ts'

const day = 86_400_000
/** Nanoseconds, the unit of JetStream's durations. */
export const nanos = (millis: number): number => millis * 1_000_000

const configs = (bus: Bus): Array<Partial<StreamConfig> & { name: string }> => [
  {
    name: bus.stream('EVENTS'),
    subjects: [bus.subject('events.>')],
    retention: RetentionPolicy.Limits,
    max_age: nanos(7 * day),
    duplicate_window: nanos(120_000),
    storage: StorageType.File,
    num_replicas: bus.replicas,
  },
  {
    name: bus.stream('JOBS'),
    subjects: [bus.subject('jobs.>')],
    retention: RetentionPolicy.Workqueue,
    duplicate_window: nanos(120_000),
    storage: StorageType.File,
    num_replicas: bus.replicas,
  },
]

/** Creates the streams that are missing. Replicas may do so at once; throws when JetStream refuses. */
export async function ensureStreams(bus: Bus): Promise<void> {
  for (const config of configs(bus)) {
    try {
      await bus.jsm.streams.info(config.name)
    } catch {
      await bus.jsm.streams.add(config)
    }
  }
}

/** Creates or updates a durable pull consumer with explicit acknowledgement. Consumes nothing by itself. */
export async function ensureConsumer(
  bus: Bus,
  stream: string,
  config: Partial<ConsumerConfig> & { durable_name: string },
): Promise<void> {
  await bus.jsm.consumers.add(stream, { ack_policy: AckPolicy.Explicit, ...config })
}
