import type { EventDefinition, EventEnvelope } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import type { Transaction } from 'kysely'
import type { z } from 'zod'

export interface ConsumerOptions {
  /**
   * Where a new consumer starts: at future events, or at the beginning of the stream (the default).
   */
  from?: 'now' | 'beginning'
  /**
   * Events per transaction, 200 by default. Use 1 if effects happen outside the transaction, for
   * example a mail.
   */
  batch?: number
  /** Milliseconds until redelivery after the nth failure. By default 500, 1,000, 2,000, 4,000. */
  retryPauseMs?: (deliveries: number) => number
  /**
   * The timeout for handling one event with an open transaction, in milliseconds. 50,000 by
   * default.
   */
  timeoutMs?: number
}

interface EventConsumerOptions<S extends z.ZodObject> extends ConsumerOptions {
  /** See `EventConsumer`. Decide by the event alone, because a redelivery asks again. */
  ignores?(event: EventEnvelope<z.output<S>>): boolean
}

/** A service's durable subscription to one event type. Build it with `eventConsumer`. */
export interface EventConsumer<DB extends PlatformTables = PlatformTables> extends ConsumerOptions {
  /** Unique in the service, in kebab-case. Part of the durable's name. */
  name: string
  event: EventDefinition
  /** True if the event concerns nobody here. It is then acknowledged without a transaction. */
  ignores?(event: EventEnvelope): boolean
  handle(tx: Transaction<DB>, event: EventEnvelope): Promise<void>
  /** Set if the consumer handles the new events of a transaction together. */
  handleAll?(tx: Transaction<DB>, events: readonly EventEnvelope[]): Promise<void>
}

/**
 * Declares a handler for an event. Its effects in `tx` commit together with the event id, so a
 * redelivery has no effect.
 */
export const eventConsumer = <DB extends PlatformTables, S extends z.ZodObject>(
  name: string,
  event: EventDefinition<S>,
  handle: (tx: Transaction<DB>, event: EventEnvelope<z.output<S>>) => Promise<void>,
  { ignores, ...options }: EventConsumerOptions<S> = {},
): EventConsumer<DB> => ({
  ...options,
  name,
  event,
  ignores(envelope) {
    if (ignores === undefined) return false
    const { success, data } = event.schema.safeParse(envelope.data)
    return success && ignores({ ...envelope, data: data as z.output<S> })
  },
  handle: (tx, envelope) =>
    handle(tx, { ...envelope, data: event.schema.parse(envelope.data) as z.output<S> }),
})

/**
 * Declares a handler that receives the new events of a transaction together, for example to write
 * their rows with one statement. If the handler fails, each event is handled alone.
 */
export function eventBatchConsumer<DB extends PlatformTables, S extends z.ZodObject>(
  name: string,
  event: EventDefinition<S>,
  handleAll: (tx: Transaction<DB>, events: readonly EventEnvelope<z.output<S>>[]) => Promise<void>,
  options: ConsumerOptions = {},
): EventConsumer<DB> {
  const parse = (envelope: EventEnvelope): EventEnvelope<z.output<S>> => ({
    ...envelope,
    data: event.schema.parse(envelope.data) as z.output<S>,
  })
  return {
    ...options,
    name,
    event,
    handle: (tx, envelope) => handleAll(tx, [parse(envelope)]),
    handleAll: (tx, envelopes) => handleAll(tx, envelopes.map(parse)),
  }
}
