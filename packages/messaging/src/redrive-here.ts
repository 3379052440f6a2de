import { asDatabaseError, type PlatformTables } from '@atrium/database'
import type { Kysely } from 'kysely'
import type { Bus } from './bus.ts'
import { toReason } from './dead-letters.ts'
import { applyBatch } from './events/apply-batch.ts'
import type { EventConsumer } from './events/event-consumer.ts'
import { readEnvelope } from './message.ts'
import { type Redriven, redriveOne } from './redrive-one.ts'

/**
 * The outcome for one dead letter in its own service: handled here, or an outcome of `redriveOne`.
 */
export type RedrivenHere = Redriven | { outcome: 'handled' }

export interface OwnDeadLetter {
  bus: Bus
  db: Kysely<PlatformTables>
  schema: string
  consumers: readonly EventConsumer[]
  id: string
}

/**
 * Redrives a dead letter of this service. A refused event goes only to its consumer, and the row
 * stays with the reason if it fails again. Other messages go back to their stream. Throws if
 * PostgreSQL fails.
 */
export async function redriveHere({
  bus,
  db,
  schema,
  consumers,
  id,
}: OwnDeadLetter): Promise<RedrivenHere> {
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
    return kept(toReason(asDatabaseError(error)))
  }
  // From here on the inbox knows the event. If a crash leaves the row, another redrive has no
  // effect.
  await db.deleteFrom('dead_letters').where('id', '=', id).execute()
  return { outcome: 'handled' }
}

const kept = (reason: string): RedrivenHere => ({ outcome: 'kept', reason, canContinue: true })
