import type { EventDefinition, EventEnvelope } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import type { Transaction } from 'kysely'
import type { z } from 'zod'

export interface ConsumerOptions {
  /** Where a new consumer begins: with what comes from now on, or with all that the stream still has. */
  from?: 'now' | 'beginning'
  /**
   * Events handled in one transaction at most; 200 unless told. Give 1 to a handler that also acts outside of
   * the transaction (sends a mail): an event beside it that fails would make it act again.
   */
  batch?: number
  /** Milliseconds until the next delivery after the nth one failed; 500, 1,000, 2,000, 4,000 unless told. */
  retryPauseMs?: (deliveries: number) => number
  /**
   * Milliseconds that the handling of one event may take; 50,000 unless told. The transaction stays open for as
   * long, also when it is idle.
   */
  timeoutMs?: number
}

/** A durable subscription of a service to one type of event. Build it with `eventConsumer`. */
export interface EventConsumer<DB extends PlatformTables = PlatformTables> extends ConsumerOptions {
  /** Unique in the service, kebab-case; part of the durable's name. */
  name: string
  event: EventDefinition
  handle(tx: Transaction<DB>, event: EventEnvelope): Promise<void>
}

/**
 * Ties a handler to an event. Its effects, made in `tx`, commit together with the record of the event's id, so
 * that an event that is delivered again changes nothing.
 */
export function eventConsumer<DB extends PlatformTables, S extends z.ZodObject>(
  name: string,
  event: EventDefinition<S>,
  handle: (tx: Transaction<DB>, event: EventEnvelope<z.output<S>>) => Promise<void>,
  options: ConsumerOptions = {},
): EventConsumer<DB> {
  return {
    ...options,
    name,
    event,
    handle: (tx, envelope) =>
      handle(tx, { ...envelope, data: event.schema.parse(envelope.data) as z.output<S> }),
  }
}
