import type { PlatformTables } from '@atrium/database'
import { type ConsumerMessages, DeliverPolicy } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import { readBatches } from '../batches.ts'
import type { Bus } from '../bus.ts'
import { isRefusal } from '../is-refusal.ts'
import { keepInProgress } from '../message.ts'
import { orAborted, pause } from '../pause.ts'
import { pauseAfter, watchRefusals } from '../refusals.ts'
import { ensureConsumer, ensureStreams, nanos } from '../streams.ts'
import type { EventConsumer } from './event-consumer.ts'
import { type Consuming, handleBatch } from './handle-batch.ts'

const ackWaitMs = 10_000
const defaultBatch = 200

/**
 * Consumes events until stopped, even if NATS or PostgreSQL restarts. Each batch is one transaction
 * and is acknowledged afterwards. A failing event is delivered up to five times and then
 * dead-lettered. `stop` completes the current batch and returns the other messages. Throws if the
 * consumer cannot be created.
 */
export async function startConsumer<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  typed: EventConsumer<DB>,
): Promise<() => Promise<void>> {
  // The cast is safe because only the handler uses tables beyond the platform's.
  const consumer = typed as unknown as EventConsumer
  const controller = new AbortController()
  const { signal } = controller
  const name = `${bus.service}-${consumer.name}`
  let dropped: Promise<void> | undefined
  const consuming: Consuming = {
    bus,
    db: db as unknown as Kysely<PlatformTables>,
    consumer,
    name,
    signal,
    dropRequest: () => (dropped ??= dropRequest(bus, name)),
  }
  bus.metrics.deadLetters.inc({ consumer: name }, 0)
  const began = new Date().toISOString()
  await ensureDurable(bus, consumer, name)
  let messages: ConsumerMessages | undefined
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const source = await orAborted(bus.js.consumers.get(bus.stream('EVENTS'), name), signal)
        messages = await source.consume({
          max_messages: 2 * defaultBatch,
          // After two missed heartbeats, the client asks for messages again. In a cluster, that
          // happens when a consumer moves to another server. A single server ends the connection
          // or the request when it loses a consumer. If the cluster does not respond, the client
          // waits for `expires` before it asks again.
          ...(bus.replicas > 1
            ? { idle_heartbeat: 2_000, expires: 5_000 }
            : { idle_heartbeat: 15_000, expires: 30_000 }),
          abort_on_missing_resource: true,
        })
        if (signal.aborted) messages.stop()
        const opened = messages
        const unwatch = watchRefusals(bus, name, (error) => opened.stop(error))
        await handleAll(consuming, opened).finally(() => {
          unwatch()
          opened.stop()
        })
      } catch (error) {
        if (signal.aborted) return
        const level = isRefusal(error) ? 'error' : 'warn'
        bus.logger[level]({ err: error, consumer: name }, '[events] consumer broke, starting again')
        await pause(pauseAfter(error), signal)
        // JetStream may have lost the consumer. A new one starts where this process began, so
        // nothing is missed.
        const recovered = ensureStreams(bus).then(() => ensureDurable(bus, consumer, name, began))
        await orAborted(recovered, signal).catch((err: unknown) =>
          bus.logger.debug({ err, consumer: name }, '[events] JetStream is not back yet'),
        )
      }
    }
  }
  const running = run()
  return async () => {
    messages?.stop()
    controller.abort()
    await running
  }
}

/**
 * Makes the server drop the pull request of a departed reader, by asking for the consumer's state.
 * Otherwise a returned message would go to that request and wait for `ack_wait` (seen with 2.9).
 */
async function dropRequest(bus: Bus, name: string): Promise<void> {
  if (bus.isConnected()) await bus.jsm.consumers.info(bus.stream('EVENTS'), name).catch(() => {})
}

async function handleAll(consuming: Consuming, messages: ConsumerMessages): Promise<void> {
  const held = keepInProgress(ackWaitMs)
  try {
    for await (const batch of readBatches(
      held.each(messages),
      consuming.consumer.batch ?? defaultBatch,
    )) {
      await handleBatch(consuming, batch)
      held.release(batch)
    }
  } finally {
    held.stop()
  }
}

const ensureDurable = (
  bus: Bus,
  { event, from = 'beginning' }: EventConsumer,
  name: string,
  since?: string,
): Promise<void> =>
  ensureConsumer(bus, bus.stream('EVENTS'), {
    durable_name: name,
    filter_subject: bus.subject(`events.*.${event.type}`),
    ...(from === 'beginning'
      ? { deliver_policy: DeliverPolicy.All }
      : since === undefined
        ? { deliver_policy: DeliverPolicy.New }
        : { deliver_policy: DeliverPolicy.StartTime, opt_start_time: since }),
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: 1_000,
  })
