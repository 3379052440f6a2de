import type { PlatformTables } from '@atrium/database'
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import { batchesOf } from '../batches.ts'
import type { Bus } from '../bus.ts'
import { keepInProgress } from '../keep-in-progress.ts'
import { orAborted, pause } from '../pause.ts'
import { ensureConsumer, ensureStreams, nanos } from '../streams.ts'
import type { EventConsumer } from './event-consumer.ts'
import { type Consuming, handleBatch } from './handle-batch.ts'

const ackWaitMs = 10_000
const defaultBatch = 200

/**
 * Consumes until stopped, also across restarts of NATS and PostgreSQL and when JetStream has lost its state.
 * What has arrived is handled as one transaction (inbox rows, effects, commit), then acknowledged. An event
 * that fails is tried up to five times with growing pauses, then set aside with its reason; the others go on.
 *
 * Returns how to stop: the batch in hand is finished, the rest is given back. Throws when the consumer cannot
 * be created.
 */
export async function startConsumer<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  consumer: EventConsumer<DB>,
): Promise<() => Promise<void>> {
  const controller = new AbortController()
  const { signal } = controller
  const name = `${bus.service}-${consumer.name}`
  const consuming: Consuming<DB> = {
    bus,
    db,
    consumer,
    name,
    signal,
    forget: once(() => forgetRequest(bus, name)),
  }
  const began = new Date().toISOString()
  await ensureDurable(bus, consumer, name)
  let messages: ConsumerMessages | undefined
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const source = await orAborted(bus.js.consumers.get(bus.stream('EVENTS'), name), signal)
        messages = await source.consume({
          max_messages: 2 * defaultBatch,
          // Two of these missed, and the client looks whether the consumer still exists.
          idle_heartbeat: 2_000,
          abort_on_missing_resource: true,
        })
        if (signal.aborted) messages.stop()
        await handleAll(consuming, messages).finally(() => messages?.stop())
      } catch (error) {
        if (signal.aborted) return
        bus.logger.warn({ err: error, consumer: name }, '[events] consumer broke, starting again')
        await pause(250, signal)
        await orAborted(recover(bus, consumer, name, began), signal).catch(() => {})
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
 * A request for messages whose asker has left stays open at the server, and a message given back would vanish
 * into it until `ack_wait` has passed (seen with 2.9). Being asked about the consumer makes the server look.
 */
async function forgetRequest(bus: Bus, name: string): Promise<void> {
  if (bus.isConnected()) await bus.jsm.consumers.info(bus.stream('EVENTS'), name).catch(() => {})
}

function once<R>(action: () => Promise<R>): () => Promise<R> {
  let result: Promise<R> | undefined
  return () => {
    result ??= action()
    return result
  }
}

async function handleAll<DB extends PlatformTables>(
  consuming: Consuming<DB>,
  messages: AsyncIterable<JsMsg>,
): Promise<void> {
  const held = keepInProgress(ackWaitMs)
  try {
    const arriving = held.each(messages)
    for await (const batch of batchesOf(arriving, consuming.consumer.batch ?? defaultBatch)) {
      await handleBatch(consuming, batch)
      held.release(batch)
    }
  } finally {
    held.stop()
  }
}

const ensureDurable = <DB extends PlatformTables>(
  bus: Bus,
  { event, from = 'beginning' }: EventConsumer<DB>,
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

/** Creates again what JetStream has lost; a consumer of new events then misses none since this process began. */
async function recover<DB extends PlatformTables>(
  bus: Bus,
  consumer: EventConsumer<DB>,
  name: string,
  began: string,
): Promise<void> {
  try {
    await ensureStreams(bus)
    await ensureDurable(bus, consumer, name, began)
  } catch (error) {
    bus.logger.debug({ err: error, consumer: name }, '[events] JetStream is not there yet')
  }
}
