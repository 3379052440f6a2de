import type { DeadLetterTable, PlatformTables } from '@atrium/database'
import type { Kysely, Selectable } from 'kysely'
import type { Bus } from './bus.ts'

type DeadLetter = Selectable<DeadLetterTable>

/**
 * The outcome for one dead letter: published, absent or kept. `canContinue` is false if JetStream
 * does not respond.
 */
export type Redriven =
  | { outcome: 'sent' | 'gone' }
  | { outcome: 'kept'; reason: string; canContinue: boolean }

export interface RedriveOne {
  /** The dead letter's schema. */
  service: string
  id: string
  /** Also redelivers an event if the inboxes may have forgotten it. */
  stale: boolean
}

const publishTimeoutMs = 2_000
const headerRoom = 4_096
// Inboxes keep an event for eight days (`housekeeping` in the service kit). One day is a safety
// margin.
const rememberedMs = 7 * 86_400_000

/**
 * Publishes a dead letter again and deletes its row after the acknowledgement. The message id is
 * new so that the stream accepts the message, and stays the same on each attempt so that no message
 * is duplicated. Throws and keeps the row if PostgreSQL fails.
 */
export async function redriveOne(
  db: Kysely<PlatformTables>,
  bus: Bus,
  { service, id, stale }: RedriveOne,
): Promise<Redriven> {
  try {
    return await db.transaction().execute(async (tx): Promise<Redriven> => {
      const letter = await tx
        .withSchema(service)
        .deleteFrom('dead_letters')
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (letter === undefined) return { outcome: 'gone' }
      const objection = objectionTo(letter, bus, stale)
      if (objection !== undefined) throw new Kept(objection, true)
      await publishAgain(bus, service, letter)
      return { outcome: 'sent' }
    })
  } catch (error) {
    if (!(error instanceof Kept)) throw error
    return { outcome: 'kept', reason: error.message, canContinue: error.canContinue }
  }
}

/** Rolls the deletion back. */
class Kept extends Error {
  readonly canContinue: boolean
  constructor(reason: string, canContinue: boolean, cause?: unknown) {
    super(reason, { cause })
    this.canContinue = canContinue
  }
}

function objectionTo(letter: DeadLetter, bus: Bus, stale: boolean): string | undefined {
  const { subject, payload } = letter
  if (!/^[\w-]+(\.[\w-]+)+$/.test(subject)) return 'its subject is not valid'
  const isEvent = subject.startsWith(bus.subject('events.'))
  if (!isEvent && !subject.startsWith(bus.subject('jobs.')))
    return 'its subject is outside this NATS_NAMESPACE'
  const limit = bus.nc.info?.max_payload ?? 1_048_576
  if (Buffer.byteLength(payload) > limit - headerRoom)
    return 'it exceeds the maximum message size of the server'
  // Dead letters of the outbox were never published, so no consumer has handled them.
  if (!isEvent || stale || letter.consumer === 'outbox') return undefined
  return happenedAt(letter) < Date.now() - rememberedMs
    ? 'it happened more than 7 days ago and other consumers may handle it twice; --stale redelivers it anyway'
    : undefined
}

function happenedAt({ payload, set_aside_at }: DeadLetter): number {
  try {
    const { occurredAt } = JSON.parse(payload) as { occurredAt?: unknown }
    const at = typeof occurredAt === 'string' ? Date.parse(occurredAt) : Number.NaN
    if (!Number.isNaN(at)) return at
  } catch {
    // The payload is no envelope, so no consumer has handled it.
  }
  return set_aside_at.getTime()
}

async function publishAgain(bus: Bus, service: string, letter: DeadLetter): Promise<void> {
  // An unacknowledged job is dead-lettered with the message id of its last publication.
  const origin = letter.message_id.replace(/~.*/s, '').replace(/[^\w.:-]/g, '_')
  const msgID = `${origin}~${service}.${letter.id}`
  try {
    await bus.js.publish(letter.subject, letter.payload, { msgID, timeout: publishTimeoutMs })
  } catch (error) {
    const refusal =
      error instanceof Error && error.name === 'JetStreamApiError' ? error.message : undefined
    if (refusal !== undefined) throw new Kept(`JetStream refuses it: ${refusal}`, true, error)
    throw new Kept('JetStream did not acknowledge it', false, error)
  }
}
