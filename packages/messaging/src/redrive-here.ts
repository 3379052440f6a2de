import { asDatabaseError, type PlatformTables } from '@atrium/database'
import type { Kysely } from 'kysely'
import type { Bus } from './bus.ts'
import { reasonOf } from './dead-letters.ts'
import { applyBatch } from './events/apply-batch.ts'
import type { EventConsumer } from './events/event-consumer.ts'
import { readEnvelope } from './message.ts'
import { type Redriven, redriveOne } from './redrive-one.ts'

/** The outcome of one dead letter in its own service: handled here and now, or as `redriveOne` says. */
export type RedrivenHere = Redriven | { outcome: 'handled' }

export interface OwnDeadLetter {
  bus: Bus
  db: Kysely<PlatformTables>
  schema: string
  consumers: readonly EventConsumer[]
  id: string
}

/**
 * Redrives a dead letter of this service: a refused event to its consumer alone, and the row stays with the reason
 * when it fails again; the others to their stream. Throws when PostgreSQL fails.
 */
export async function redriveHere({ bus, db, schema, consumers, id }: OwnDeadLetter): Promise<RedrivenHere> {
  const letter = await db
    .selectFrom('dead_letters')
    .select(['consumer', 'payload'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (letter === undefined) return { outcome: 'gone' }
  const consumer = consumers.find(({ name }) => `${bus.service}-${name}` === letter.consumer)
  if (consumer === undefined) return redriveOne(db, bus, { service: schema, id, stale: false })
  const envelope = readEnvelope(letter.payload)
  if (envelope === undefined) return kept('it is not a valid event')
  try {
    await applyBatch(bus, db, consumer, [{ message: { headers: undefined }, envelope }])
  } catch (error) {
    return kept(reasonOf(asDatabaseError(error)))
  }
  // The inbox knows the event from here on: a row that a crash leaves has no effect when it is redriven again.
  await db.deleteFrom('dead_letters').where('id', '=', id).execute()
  return { outcome: 'handled' }
}

const kept = (reason: string): RedrivenHere => ({ outcome: 'kept', reason, canContinue: true })
