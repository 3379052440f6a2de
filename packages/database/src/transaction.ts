import type { Kysely, KyselyPlugin, Transaction } from 'kysely'

const emitted = new WeakSet<object>()
const listeners = new WeakMap<object, Set<() => void>>()

/**
 * Runs `fn` in the given transaction when there is one, else in a new one of `db`. Rolls back when it throws. A new
 * transaction ends with `fn`: what `fn` has sent by then belongs to it, what it sends later (it was given up, or one
 * of several statements failed) is refused.
 */
export async function inTransaction<T, R>(
  db: Kysely<T>,
  tx: Transaction<T> | undefined,
  fn: (tx: Transaction<T>) => Promise<R>,
): Promise<R> {
  if (tx !== undefined) return fn(tx)
  let wrote = false
  const result = await db.transaction().execute(async (fresh) => {
    const { end, plugin } = endable()
    const guarded = fresh.withPlugin(plugin)
    try {
      return await fn(guarded)
    } finally {
      end()
      wrote = emitted.has(guarded)
      // Commit and rollback would overtake the statements that still wait for the connection.
      await fresh.getExecutor().provideConnection(async () => {})
    }
  })
  if (wrote) wakeOutbox(db)
  return result
}

/** A plugin that refuses every statement once its transaction has come to its end. */
function endable(): { end(): void; plugin: KyselyPlugin } {
  let ended = false
  return {
    end: () => {
      ended = true
    },
    plugin: {
      transformQuery: ({ node }) => {
        if (ended) throw new Error('The transaction has ended')
        return node
      },
      transformResult: async ({ result }) => result,
    },
  }
}

/** Marks that this transaction wrote to the outbox, so that the relay is woken once it has committed. */
export const markEmitted = <T>(tx: Transaction<T>): void => void emitted.add(tx)

/** Calls the relays of this process that wait for `db`'s outbox. */
export function wakeOutbox<T>(db: Kysely<T>): void {
  for (const listener of listeners.get(db) ?? []) listener()
}

/** Registers a relay's wake-up; returns how to take it back. */
export function onOutbox<T>(db: Kysely<T>, listener: () => void): () => void {
  const set = listeners.get(db) ?? new Set()
  listeners.set(db, set)
  set.add(listener)
  return () => void set.delete(listener)
}
