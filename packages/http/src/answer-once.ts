import { inTransaction, type PlatformTables } from '@atrium/database'
import type { Kysely, Transaction } from 'kysely'
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  type StoredAnswer,
  storeIdempotentAnswer,
} from './idempotency.ts'

/** Encrypts the stored response body if a response holds a secret. */
export interface AnswerSeal {
  seal(text: string, context: string): string
  /** Throws if the text belongs to another seal or context. */
  open(sealed: string, context: string): string
}

/** Converts between a response and its stored form. `sealed` encrypts the stored body. */
function keeping(claim: IdempotencyClaim, sealed: AnswerSeal | undefined) {
  const context = `${claim.scope}:${claim.key}`
  return {
    async kept(response: Response): Promise<StoredAnswer> {
      const answer = await readStoredAnswer(response)
      return sealed === undefined ? answer : { ...answer, body: sealed.seal(answer.body, context) }
    },
    again: (stored: StoredAnswer): Response =>
      replay(
        sealed === undefined ? stored : { ...stored, body: sealed.open(stored.body, context) },
      ),
  }
}

/** Handles a claimed request in the transaction of its effect, or returns the stored response. */
export const answerOnce = <DB extends PlatformTables>(
  db: Kysely<DB>,
  claim: IdempotencyClaim,
  answer: (tx: Transaction<DB>) => Promise<Response>,
  sealed?: AnswerSeal,
): Promise<Response> =>
  inTransaction(db, undefined, async (tx) => {
    const { kept, again } = keeping(claim, sealed)
    const stored = await claimIdempotencyKey(tx, claim)
    if (stored !== undefined) return again(stored)
    const response = await answer(tx)
    await storeIdempotentAnswer(tx, claim, await kept(response))
    return response
  })

/** Stores a response under the request's key in the transaction of the effect. */
export type Settle<DB> = (tx: Transaction<DB>, response: Response) => Promise<void>

/**
 * Handles a claimed request without a transaction. The work must be repeatable: after a crash, or
 * with a concurrent equal request, it runs again and the first stored response counts. Work that
 * settles with its effect happens once.
 */
export async function answerOnceApart<DB extends PlatformTables>(
  db: Kysely<DB>,
  claim: IdempotencyClaim,
  answer: (settle: Settle<DB>) => Promise<Response>,
  sealed?: AnswerSeal,
): Promise<Response> {
  const { kept, again } = keeping(claim, sealed)
  const before = await storedAnswer(db, claim)
  if (before !== undefined) return again(before)
  let settled = false
  try {
    const response = await answer(async (tx, early) => {
      if ((await claimIdempotencyKey(tx, claim)) !== undefined)
        throw new Error('Another request was first')
      await storeIdempotentAnswer(tx, claim, await kept(early))
      settled = true
    })
    if (!settled) return await answerOnce(db, claim, async () => response, sealed)
    const last = await kept(response)
    await inTransaction(db, undefined, (tx) => storeIdempotentAnswer(tx, claim, last))
    return response
  } catch (refusal) {
    const meanwhile = await storedAnswer(db, claim)
    if (meanwhile !== undefined) return again(meanwhile)
    throw refusal
  }
}

const unclaimed = new Error('The key is free')

/**
 * Returns the stored response of a request, if any. Throws `idempotency_key_reused` (409) if the
 * key belongs to another request.
 */
export const storedAnswer = <DB extends PlatformTables>(
  db: Kysely<DB>,
  claim: IdempotencyClaim,
): Promise<StoredAnswer | undefined> =>
  inTransaction(db, undefined, async (tx) => {
    const stored = await claimIdempotencyKey(tx, claim)
    if (stored === undefined) throw unclaimed
    return stored
  }).catch((error: unknown) => {
    if (error !== unclaimed) throw error
    return undefined
  })

const keptHeaders = ['content-type', 'location', 'etag']

async function readStoredAnswer(response: Response): Promise<StoredAnswer> {
  const kept = keptHeaders.map((name) => [name, response.headers.get(name)] as const)
  const headers = Object.fromEntries(
    kept.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return { status: response.status, headers, body: await response.clone().text() }
}

/** Returns the first response again, marked with `Idempotency-Replayed`. */
export const replay = (stored: StoredAnswer): Response =>
  new Response(stored.body === '' ? null : stored.body, {
    status: stored.status,
    headers: { ...stored.headers, 'cache-control': 'no-store', 'idempotency-replayed': 'true' },
  })
