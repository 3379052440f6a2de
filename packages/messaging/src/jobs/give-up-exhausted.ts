import type { PlatformTables } from '@atrium/database'
import type { Msg } from '@nats-io/nats-core'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Bus } from '../bus.ts'

const Advisory = z.object({ stream_seq: z.number(), deliveries: z.number() })

/**
 * A job whose last permitted delivery was never settled (its worker died) stays in the stream for good.
 * JetStream says so once; the message is then kept in `dead_letters` and removed. Returns how to stop.
 */
export function giveUpExhausted(bus: Bus, db: Kysely<PlatformTables>, queue: string): () => void {
  const stream = bus.stream('JOBS')
  const subscription = bus.nc.subscribe(`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${stream}.${queue}`, {
    queue: 'exhausted',
    callback: (error, message) => {
      if (error !== null) return
      giveUp(bus, db, queue, message).catch((reason: unknown) =>
        bus.logger.warn({ err: reason, queue }, '[jobs] an exhausted message stays in the stream'),
      )
    },
  })
  return () => subscription.unsubscribe()
}

async function giveUp(bus: Bus, db: Kysely<PlatformTables>, queue: string, advisory: Msg): Promise<void> {
  const { stream_seq: seq, deliveries } = Advisory.parse(advisory.json())
  const stream = bus.stream('JOBS')
  const message = await bus.jsm.streams.getMessage(stream, { seq })
  if (message === null) return
  const reason = 'Its worker ended without an answer'
  await db
    .insertInto('dead_letters')
    .values({
      consumer: queue,
      subject: message.subject,
      message_id: message.header.get('Nats-Msg-Id') || String(seq),
      payload: message.string(),
      reason,
      deliveries,
    })
    .execute()
  await bus.jsm.streams.deleteMessage(stream, seq)
  bus.metrics.deadLetters.inc({ consumer: queue })
  bus.logger.error({ queue, subject: message.subject, deliveries, reason }, 'message set aside')
}
