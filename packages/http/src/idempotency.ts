import { createHash, randomBytes } from 'node:crypto'
import { commonErrors } from '@atrium/contracts'
import { json, type PlatformTables } from '@atrium/database'
import { sql, type Transaction } from 'kysely'

export interface IdempotencyClaim {
  /** The caller and operation. A key is unique within its scope. */
  scope: string
  key: string
  fingerprint: string
}

export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const keyForm = /^[\x21-\x7e]{1,255}$/

/** Checks the header: 1 to 255 visible ASCII characters. Throws `validation_failed` (400). */
export function parseIdempotencyKey(value: string): string {
  if (keyForm.test(value)) return value
  throw commonErrors.validation_failed({
    details: {
      errors: [{ path: 'Idempotency-Key', message: 'Use 1 to 255 visible ASCII characters' }],
    },
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

/** Returns the SHA-256 of a request's parts. The member order of objects does not matter. */
export const computeFingerprint = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map(canonical)))
    .digest('hex')

const addSalt = (fingerprint: string, salt: string): string =>
  `${salt}:${createHash('sha256').update(salt).update(fingerprint).digest('hex')}`

/**
 * Returns the stored form. Each row has its own salt, because a body may hold a password: equal
 * bodies then look different, and no table of known hashes helps.
 */
const sealFingerprint = (fingerprint: string): string =>
  addSalt(fingerprint, randomBytes(16).toString('hex'))

function isSameRequest(stored: string, fingerprint: string): boolean {
  const [salt = '', hash] = stored.split(':')
  // An earlier release stored no salt.
  return stored === (hash === undefined ? fingerprint : addSalt(fingerprint, salt))
}

/**
 * Claims a key in the effect's transaction. A concurrent request with the key waits for the commit
 * or rollback, so the effect happens once and a crash leaves no claim. Returns the stored response
 * of the last 24 hours, if any. Throws `idempotency_key_reused` (409) if the key came with another
 * request.
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
    .values({
      scope: claim.scope,
      key: claim.key,
      fingerprint: sealFingerprint(claim.fingerprint),
      status: null,
      headers: null,
      body: null,
    })
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
  if (row === undefined || row.status === null) {
    throw commonErrors.unavailable({ details: { retryAfterSeconds: 1 } })
  }
  if (!isSameRequest(row.fingerprint, claim.fingerprint))
    throw commonErrors.idempotency_key_reused()
  return { status: row.status, headers: row.headers ?? {}, body: row.body ?? '' }
}

/** Stores the response for a claimed key in the same transaction. */
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
