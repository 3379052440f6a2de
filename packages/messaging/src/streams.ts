import {
  AckPolicy,
  type ConsumerConfig,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import type { Bus } from './bus.ts'

const day = 86_400_000
/** Converts milliseconds to nanoseconds, JetStream's unit for durations. */
export const nanos = (millis: number): number => millis * 1_000_000

const configs = (bus: Bus): Array<Partial<StreamConfig> & { name: string }> => {
  const common = {
    // An expired job is not lost, because the sweep finds its row.
    max_age: nanos(7 * day),
    duplicate_window: nanos(120_000),
    storage: StorageType.File,
    num_replicas: bus.replicas,
  }
  const events = { name: bus.stream('EVENTS'), subjects: [bus.subject('events.>')] }
  const jobs = { name: bus.stream('JOBS'), subjects: [bus.subject('jobs.>')] }
  return [
    { ...events, retention: RetentionPolicy.Limits, ...common },
    { ...jobs, retention: RetentionPolicy.Workqueue, ...common },
  ]
}

const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamNotFound ||
    error.code === JetStreamApiCodes.ConsumerNotFound)

/**
 * Creates missing streams and leaves existing ones unchanged. Throws if JetStream refuses or does
 * not respond.
 */
export async function ensureStreams(bus: Bus): Promise<void> {
  for (const config of configs(bus)) {
    try {
      await bus.jsm.streams.info(config.name)
    } catch (error) {
      if (!isMissing(error)) throw error
      await bus.jsm.streams.add(config)
    }
  }
}

export type DurableConfig = Partial<ConsumerConfig> & {
  durable_name: string
  filter_subject: string
}

/**
 * Creates or updates a durable pull consumer and keeps its position. Throws if the stream is
 * missing.
 */
export async function ensureConsumer(
  bus: Bus,
  stream: string,
  config: DurableConfig,
): Promise<void> {
  const wanted = { ack_policy: AckPolicy.Explicit, ...config }
  try {
    const { config: present } = await bus.jsm.consumers.info(stream, config.durable_name)
    const stale = (['filter_subject', 'ack_wait', 'max_ack_pending', 'max_deliver'] as const).some(
      (key) => wanted[key] !== undefined && wanted[key] !== present[key],
    )
    if (!stale) return
    const { deliver_policy: _, opt_start_time: __, ...changes } = wanted
    await bus.jsm.consumers.update(stream, config.durable_name, { ...present, ...changes })
  } catch (error) {
    if (!isMissing(error)) throw error
    await bus.jsm.consumers.add(stream, wanted)
  }
}
