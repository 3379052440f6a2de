import { AppError, outcomeOfKind } from '@atrium/contracts'
import { asDatabaseError, type PlatformTables } from '@atrium/database'
import type { JsMsg } from '@nats-io/jetstream'
import type { Insertable, Kysely } from 'kysely'
import { z } from 'zod'
import type { Bus } from './bus.ts'
import { settle } from './message.ts'

/**
 * Returns true if a redelivery cannot help: the rules refuse the message, or its data does not fit
 * the schema.
 */
export function isPermanent(thrown: unknown): boolean {
  if (thrown instanceof z.ZodError) return true
  const error = asDatabaseError(thrown)
  return error instanceof AppError && outcomeOfKind(error.kind) === 'dead_letter'
}

/** Returns an error's message for a log line or dead letter. */
export const toReason = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

type Row = Insertable<PlatformTables['dead_letters']>

/**
 * Writes a dead letter and then calls `remove` to delete the message from its stream or table.
 * Throws the errors of both.
 */
export async function writeDeadLetter(
  bus: Bus,
  db: Kysely<PlatformTables>,
  row: Row,
  remove: () => Promise<void> | void = () => {},
): Promise<void> {
  await db.insertInto('dead_letters').values(row).execute()
  await remove()
  const { consumer, subject, message_id: id, deliveries, reason } = row
  bus.metrics.deadLetters.inc({ consumer })
  bus.logger.error({ consumer, subject, id, deliveries, reason }, 'message dead-lettered')
}

/**
 * Moves a message to `dead_letters` with the reason. If the database refuses, the message is
 * redelivered after two seconds.
 */
export async function deadLetter(
  bus: Bus,
  {
    db,
    consumer,
    message,
    options: { reason, id },
  }: {
    db: Kysely<PlatformTables>
    consumer: string
    message: JsMsg
    options: { reason: string; id?: string | undefined }
  },
): Promise<void> {
  const row: Row = {
    consumer,
    subject: message.subject,
    message_id: id ?? message.headers?.get('Nats-Msg-Id') ?? String(message.seq),
    payload: message.string(),
    reason,
    deliveries: message.info.deliveryCount,
  }
  try {
    await writeDeadLetter(bus, db, row, () => settle(message, 'term'))
  } catch (error) {
    bus.logger.warn({ err: error, consumer }, 'a message cannot be dead-lettered yet')
    settle(message, 'nak', 2_000)
  }
}
