import { AppError, outcomeOfKind } from '@atrium/contracts'
import { asDatabaseError, type PlatformTables } from '@atrium/database'
import type { JsMsg } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Bus } from './bus.ts'
import { settle } from './settle.ts'

/** Whether another delivery cannot help: a refusal by the rules, or data that does not fit its schema. */
export function isHopeless(thrown: unknown): boolean {
  if (thrown instanceof z.ZodError) return true
  const error = asDatabaseError(thrown)
  return error instanceof AppError && outcomeOfKind(error.kind) === 'dead_letter'
}

/** What a failure says, for a log line or a dead letter. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

export interface DeadLetter {
  consumer: string
  message: JsMsg
  reason: string
  /** The event's or job's id when the message could be read. */
  id?: string | undefined
}

/**
 * Keeps a message that cannot be handled in `dead_letters` with its reason, for a person to look at, and takes
 * it out of the stream. Should that not be possible now the message is delivered again.
 */
export async function setAside(
  bus: Bus,
  db: Kysely<PlatformTables>,
  { consumer, message, reason, id }: DeadLetter,
): Promise<void> {
  try {
    await db
      .insertInto('dead_letters')
      .values({
        consumer,
        subject: message.subject,
        message_id: id ?? message.headers?.get('Nats-Msg-Id') ?? String(message.seq),
        payload: message.string(),
        reason,
        deliveries: message.info.deliveryCount,
      })
      .execute()
  } catch (error) {
    bus.logger.warn({ err: error, consumer }, 'a message cannot be set aside yet')
    settle(message, 'nak', 2_000)
    return
  }
  settle(message, 'term')
  bus.metrics.deadLetters.inc({ consumer })
  bus.logger.error({ consumer, subject: message.subject, id, reason }, 'message set aside')
}
