import type { PlatformTables } from '@atrium/database'
import type { Msg } from '@nats-io/nats-core'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Bus } from '../bus.ts'
import { writeDeadLetter } from '../dead-letters.ts'
import { subscribe } from '../subscribe.ts'

const Advisory = z.object({ stream_seq: z.number(), deliveries: z.number() })

/**
 * Dead-letters a job if its worker died at the last delivery, as reported by JetStream's advisory.
 * Returns a function to stop watching.
 */
export function giveUpExhausted(bus: Bus, db: Kysely<PlatformTables>, queue: string): () => void {
  const stream = bus.stream('JOBS')
  return subscribe(bus, `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${stream}.${queue}`, {
    name: 'exhausted-jobs',
    queue: 'exhausted',
    onMessage(message) {
      giveUp(bus, db, queue, message).catch((reason: unknown) =>
        bus.logger.warn({ err: reason, queue }, '[jobs] an exhausted message stays in the stream'),
      )
    },
  })
}

async function giveUp(
  bus: Bus,
  db: Kysely<PlatformTables>,
  queue: string,
  advisory: Msg,
): Promise<void> {
  const { stream_seq: seq, deliveries } = Advisory.parse(advisory.json())
  const stream = bus.stream('JOBS')
  const message = await bus.jsm.streams.getMessage(stream, { seq })
  if (message === null) return
  const row = {
    consumer: queue,
    subject: message.subject,
    message_id: message.header.get('Nats-Msg-Id') || String(seq),
    payload: message.string(),
    reason: 'Its worker ended without an answer',
    deliveries,
  }
  await writeDeadLetter(
    bus,
    db,
    row,
    async () => void (await bus.jsm.streams.deleteMessage(stream, seq)),
  )
}
