import type { Kysely, Transaction } from 'kysely'

const emitted = new WeakSet<object>()
const listeners = new WeakMap<object, Set<() => void>>()

/**
 * Runs `fn` in the given transaction, else in a new one on `db`. Rolls back if `fn` throws. A new
 * transaction ends with `fn`. If `fn` sends a statement afterwards (because it was abandoned, or
 * one of several statements failed), that statement is refused.
 */
export async function inTransaction<T, R>(
  db: Kysely<T>,
  tx: Transaction<T> | undefined,
  fn: (tx: Transaction<T>) => Promise<R>,
): Promise<R> {
  if (tx !== undefined) return fn(tx)
  let ended = false
  let wrote = false
  const result = await db.transaction().execute(async (fresh) => {
    const guarded = fresh.withPlugin({
      transformQuery({ node }) {
        if (ended) throw new Error('The transaction has ended')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    try {
      return await fn(guarded)
    } finally {
      ended = true
      wrote = emitted.has(guarded)
      // Otherwise commit and rollback would overtake statements that still wait for the connection.
      await fresh.getExecutor().provideConnection(async () => {})
    }
  })
  if (wrote) wakeOutbox(db)
  return result
}

/** Marks a transaction with outbox rows. Its commit wakes the relay. */
export const markEmitted = <T>(tx: Transaction<T>): void => void emitted.add(tx)

/** Wakes this process's relays for `db`'s outbox. */
export function wakeOutbox<T>(db: Kysely<T>): void {
  for (const listener of listeners.get(db) ?? []) listener()
}

/** Registers a relay's wake-up function. Returns a function to remove it. */
export function onOutbox<T>(db: Kysely<T>, listener: () => void): () => void {
  const set = listeners.get(db) ?? new Set()
  listeners.set(db, set)
  set.add(listener)
  return () => void set.delete(listener)
}
