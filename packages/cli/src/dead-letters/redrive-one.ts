import type { DeadLetterTable, PlatformTables } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { Kysely, Selectable } from 'kysely'

type DeadLetter = Selectable<DeadLetterTable>

/** What became of one message: on its way, taken by somebody else, or kept, and then whether others may go. */
export type Redriven =
  | { outcome: 'sent' | 'gone' }
  | { outcome: 'kept'; reason: string; othersMayGo: boolean }

export interface RedriveOne {
  /** The schema whose dead letter it is. */
  service: string
  id: string
  /** Sends an event again that consumers may have forgotten to have handled. */
  stale: boolean
}

const publishTimeoutMs = 2_000
const headerRoom = 4_096
// Inboxes forget after eight days which events they have had (`housekeeping` of the service kit).
const rememberedMs = 7 * 86_400_000

/**
 * Sends one message again: its row is deleted, its payload published on its subject, and the deletion committed
 * once JetStream has acknowledged. The message id is new, so that the stream takes it, and the same at each
 * attempt for this row, so that an acknowledgement which was lost does not double it. Throws when PostgreSQL
 * fails; the row is kept then too.
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
    return { outcome: 'kept', reason: error.message, othersMayGo: error.othersMayGo }
  }
}

/** Rolls the deletion back. */
class Kept extends Error {
  readonly othersMayGo: boolean
  constructor(reason: string, othersMayGo: boolean, cause?: unknown) {
    super(reason, { cause })
    this.othersMayGo = othersMayGo
  }
}

function objectionTo(letter: DeadLetter, bus: Bus, stale: boolean): string | undefined {
  const { subject, payload } = letter
  if (!/^[\w-]+(\.[\w-]+)+$/.test(subject)) return 'its subject is not valid'
  const isEvent = subject.startsWith(bus.subject('events.'))
  if (!isEvent && !subject.startsWith(bus.subject('jobs.')))
    return 'its subject is not of this NATS_NAMESPACE'
  const limit = bus.nc.info?.max_payload ?? 1_048_576
  if (Buffer.byteLength(payload) > limit - headerRoom) return 'it is larger than the server takes'
  // What the outbox set aside has never been published: nobody can have handled it.
  if (!isEvent || stale || letter.consumer === 'outbox') return undefined
  return happenedAt(letter) < Date.now() - rememberedMs
    ? 'it happened more than 7 days ago and other consumers may handle it twice; --stale sends it all the same'
    : undefined
}

function happenedAt({ payload, set_aside_at }: DeadLetter): number {
  try {
    const { occurredAt } = JSON.parse(payload) as { occurredAt?: unknown }
    const at = typeof occurredAt === 'string' ? Date.parse(occurredAt) : Number.NaN
    if (!Number.isNaN(at)) return at
  } catch {
    // No envelope: no consumer can have read it.
  }
  return set_aside_at.getTime()
}

async function publishAgain(bus: Bus, service: string, letter: DeadLetter): Promise<void> {
  // A job that nobody answered for is set aside under the message id of its last sending.
  const origin = letter.message_id.replace(/~.*/s, '').replace(/[^\w.:-]/g, '_')
  const msgID = `${origin}~${service}.${letter.id}`
  try {
    await bus.js.publish(letter.subject, letter.payload, { msgID, timeout: publishTimeoutMs })
  } catch (error) {
    const refusal = error instanceof Error && error.name === 'JetStreamApiError' ? error.message : undefined
    if (refusal !== undefined) throw new Kept(`JetStream refuses it: ${refusal}`, true, error)
    throw new Kept('JetStream did not acknowledge it', false, error)
  }
}
