import type { Kysely, Transaction } from 'kysely'
import type { OutboxRow } from './platform-tables.ts'

type Kind = OutboxRow['kind']

const emitted = new WeakMap<object, Set<Kind>>()
type Listeners = Map<() => void, Kind | undefined>
const listeners = new WeakMap<object, Listeners>()
const outboxes = new Map<string, WeakRef<Listeners>>()

/** Lets all pools of this process on one schema wake the same listeners. */
export function shareOutbox(db: object, url: string, schema: string): void {
  const { host = url, pathname = '' } = URL.parse(url) ?? {}
  const key = `${host}${pathname} ${schema}`
  const shared = outboxes.get(key)?.deref() ?? new Map()
  outboxes.set(key, new WeakRef(shared))
  listeners.set(db, shared)
}

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
  let wrote: ReadonlySet<Kind> | undefined
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
      wrote = emitted.get(guarded)
      // Otherwise commit and rollback would overtake statements that still wait for the connection.
      await fresh.getExecutor().provideConnection(async () => {})
    }
  })
  if (wrote !== undefined) wakeOutbox(db, wrote)
  return result
}

/** Marks a transaction with outbox rows of these kinds. Its commit wakes the listeners. */
export function markEmitted<T>(tx: Transaction<T>, kinds: Iterable<Kind>): void {
  emitted.set(tx, new Set([...(emitted.get(tx) ?? []), ...kinds]))
}

/**
 * Wakes this process's listeners to `db`'s outbox after rows of these kinds were written: events, if
 * none are given.
 */
export function wakeOutbox<T>(db: Kysely<T>, kinds: ReadonlySet<Kind> = new Set(['event'])): void {
  for (const [listener, kind] of listeners.get(db) ?? [])
    if (kind === undefined || kinds.has(kind)) listener()
}

/**
 * Calls the listener after each commit with outbox rows, or only with rows of one kind. Returns a
 * function to remove it.
 */
export function onOutbox<T>(db: Kysely<T>, listener: () => void, kind?: Kind): () => void {
  const all = listeners.get(db) ?? new Map<() => void, Kind | undefined>()
  listeners.set(db, all)
  all.set(listener, kind)
  return () => void all.delete(listener)
}
