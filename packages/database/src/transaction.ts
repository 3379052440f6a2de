import type { Kysely, Transaction } from 'kysely'
import type { OutboxRow } from './platform-tables.ts'

/** What a transaction leaves to background work of the service: rows of the outbox, or mails. */
type Work = OutboxRow['kind'] | 'mail'

const written = new WeakMap<object, Set<Work>>()
type Listeners = Map<() => void, readonly Work[]>
const listeners = new WeakMap<object, Listeners>()
const outboxes = new Map<string, WeakRef<Listeners>>()

/** Returns the key that all pools of this process on one schema have in common. */
export function schemaKey(url: string, schema: string): string {
  const { host = url, pathname = '' } = URL.parse(url) ?? {}
  return `${host}${pathname} ${schema}`
}

/** Lets all pools of this process on one schema wake the same listeners. */
export function shareOutbox(db: object, key: string): void {
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
  let wrote: ReadonlySet<Work> | undefined
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
      wrote = written.get(guarded)
      // Otherwise commit and rollback would overtake statements that still wait for the connection.
      await fresh.getExecutor().provideConnection(async () => {})
    }
  })
  if (wrote !== undefined) wakeOutbox(db, wrote)
  return result
}

/** Marks a transaction that wrote such work. Its commit wakes the listeners. */
export function markWritten<T>(tx: Transaction<T>, work: Iterable<Work>): void {
  written.set(tx, new Set([...(written.get(tx) ?? []), ...work]))
}

/**
 * Wakes this process's listeners to `db` after such work was written: events, if nothing is given.
 */
export function wakeOutbox<T>(db: Kysely<T>, work: ReadonlySet<Work> = new Set(['event'])): void {
  for (const [listener, kinds] of listeners.get(db) ?? [])
    if (kinds.some((kind) => work.has(kind))) listener()
}

/**
 * Calls the listener after each commit of this process that wrote work of these kinds. Returns a
 * function to remove it.
 */
export function onCommit<T>(
  db: Kysely<T>,
  kinds: readonly Work[],
  listener: () => void,
): () => void {
  const all: Listeners = listeners.get(db) ?? new Map()
  listeners.set(db, all)
  all.set(listener, kinds)
  return () => void all.delete(listener)
}
