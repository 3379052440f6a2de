import { createHash } from 'node:crypto'
import { commonErrors } from '@atrium/contracts'
import { json, type PlatformTables } from '@atrium/database'
import { type Kysely, sql, type Transaction } from 'kysely'

export interface IdempotencyClaim {
  /** Who and what: another caller's or operation's key is another key. */
  scope: string
  key: string
  /** Tells one request from another. */
  fingerprint: string
}

export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const keyForm = /^[\x21-\x7e]{1,255}$/

/** Checks the header's form: 1 to 255 visible ASCII characters. Throws `validation_failed` (400). */
export function parseIdempotencyKey(value: string): string {
  if (keyForm.test(value)) return value
  throw commonErrors.validation_failed({
    details: { errors: [{ path: 'Idempotency-Key', message: 'Use 1 to 255 visible ASCII characters' }] },
  })
}

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}

/** SHA-256 over a request's parts; objects count by their members, whatever their order. */
export const fingerprintOf = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map(canonical)))
    .digest('hex')

/**
 * Claims a key inside the transaction of the effect. A concurrent request with the same key waits for the
 * first one's commit or rollback, so nothing is done twice, and a crash leaves no claim behind. Returns the
 * stored answer when the request was answered within 24 hours.
 *
 * Throws `idempotency_key_reused` (409) when the key came with another request.
 */
export async function claimIdempotencyKey<T extends PlatformTables>(
  transaction: Transaction<T>,
  claim: IdempotencyClaim,
): Promise<StoredAnswer | undefined> {
  const tx = transaction as unknown as Transaction<PlatformTables>
  await tx
    .deleteFrom('idempotency_keys')
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ ...claim, status: null, headers: null, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted !== undefined) return undefined
  const row = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirst()
  if (row === undefined || row.status === null)
    throw commonErrors.unavailable({ details: { retryAfterSeconds: 1 } })
  if (row.fingerprint !== claim.fingerprint) throw commonErrors.idempotency_key_reused()
  return { status: row.status, headers: row.headers ?? {}, body: row.body ?? '' }
}

/** Stores the answer of a claimed key in the same transaction. */
export async function storeIdempotentAnswer<T extends PlatformTables>(
  transaction: Transaction<T>,
  claim: IdempotencyClaim,
  answer: StoredAnswer,
): Promise<void> {
  await (transaction as unknown as Transaction<PlatformTables>)
    .updateTable('idempotency_keys')
    .set({ status: answer.status, headers: json(answer.headers), body: answer.body })
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .execute()
}

/** Forgets keys older than 24 hours, the oldest first and at most so many; returns how many. */
export async function sweepIdempotencyKeys(db: Kysely<PlatformTables>, atMost: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where created_at < now() - interval '24 hours'
    order by created_at limit ${atMost} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
