import type { EventDefinition, EventEnvelope } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import type { Transaction } from 'kysely'
import type { z } from 'zod'

export interface ConsumerOptions {
  /** Start of a new consumer: future events only, or all that the stream still holds (the default). */
  from?: 'now' | 'beginning'
  /** Events per transaction, 200 by default; 1 where effects are outside of the transaction (a mail). */
  batch?: number
  /** Milliseconds until the redelivery after the nth failure; 500, 1,000, 2,000, 4,000 by default. */
  retryPauseMs?: (deliveries: number) => number
  /** Milliseconds for the handling of one event, with its transaction open; 50,000 by default. */
  timeoutMs?: number
}

/** A durable subscription of a service to one type of event. Build it with `eventConsumer`. */
export interface EventConsumer<DB extends PlatformTables = PlatformTables> extends ConsumerOptions {
  /** Unique in the service, kebab-case; part of the durable's name. */
  name: string
  event: EventDefinition
  handle(tx: Transaction<DB>, event: EventEnvelope): Promise<void>
}

/** Ties a handler to an event. Its effects in `tx` commit with the event's id, so a redelivery has none. */
export const eventConsumer = <DB extends PlatformTables, S extends z.ZodObject>(
  name: string,
  event: EventDefinition<S>,
  handle: (tx: Transaction<DB>, event: EventEnvelope<z.output<S>>) => Promise<void>,
  options: ConsumerOptions = {},
): EventConsumer<DB> => ({
  ...options,
  name,
  event,
  handle: (tx, envelope) =>
    handle(tx, { ...envelope, data: event.schema.parse(envelope.data) as z.output<S> }),
})
