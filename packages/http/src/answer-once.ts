import { inTransaction, type PlatformTables } from '@atrium/database'
import type { Kysely, Transaction } from 'kysely'
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  type StoredAnswer,
  storeIdempotentAnswer,
} from './idempotency.ts'

/** Answers a claimed request in the transaction of its effect, or with what was stored for it. */
export const answerOnce = <DB extends PlatformTables>(
  db: Kysely<DB>,
  claim: IdempotencyClaim,
  answer: (tx: Transaction<DB>) => Promise<Response>,
): Promise<Response> =>
  inTransaction(db, undefined, async (tx) => {
    const stored = await claimIdempotencyKey(tx, claim)
    if (stored !== undefined) return replay(stored)
    const response = await answer(tx)
    await storeIdempotentAnswer(tx, claim, await answerOf(response))
    return response
  })

/**
 * The same for work that must not hold a transaction. The work has to be safe to repeat: a crash before its answer is
 * stored, or the same request at the same time, runs it again. What another one answered meanwhile counts.
 */
export async function answerOnceApart<DB extends PlatformTables>(
  db: Kysely<DB>,
  claim: IdempotencyClaim,
  answer: () => Promise<Response>,
): Promise<Response> {
  const before = await storedAnswer(db, claim)
  if (before !== undefined) return replay(before)
  try {
    const response = await answer()
    return await answerOnce(db, claim, async () => response)
  } catch (refusal) {
    const meanwhile = await storedAnswer(db, claim)
    if (meanwhile !== undefined) return replay(meanwhile)
    throw refusal
  }
}

const unclaimed = new Error('The key was free')

/** What is stored for a request; its key stays free when that is nothing. */
const storedAnswer = <DB extends PlatformTables>(
  db: Kysely<DB>,
  claim: IdempotencyClaim,
): Promise<StoredAnswer | undefined> =>
  inTransaction(db, undefined, async (tx) => {
    const stored = await claimIdempotencyKey(tx, claim)
    if (stored === undefined) throw unclaimed
    return stored
  }).catch((error: unknown) => {
    if (error === unclaimed) return undefined
    throw error
  })

const keptHeaders = ['content-type', 'location', 'etag']

async function answerOf(response: Response): Promise<StoredAnswer> {
  const kept = keptHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: response.status, headers: Object.fromEntries(kept), body: await response.clone().text() }
}

/** The first answer again, marked `Idempotency-Replayed`. */
export const replay = (stored: StoredAnswer): Response =>
  new Response(stored.body === '' ? null : stored.body, {
    status: stored.status,
    headers: { ...stored.headers, 'cache-control': 'no-store', 'idempotency-replayed': 'true' },
  })
