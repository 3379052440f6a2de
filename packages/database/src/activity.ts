import { AsyncLocalStorage } from 'node:async_hooks'

interface Activity {
  writtenAt: number
  listeners: Set<() => void>
}

type Routine = 'look' | 'upkeep'

const routine = new AsyncLocalStorage<Routine>()
const activities = new WeakMap<object, Activity>()
const shared = new Map<string, WeakRef<Activity>>()

/**
 * Runs a repeated round. Its statements are not noted as writes, because it would otherwise cause
 * the next round. Of a look for work, the statements that found or changed rows are noted.
 */
export const asRoutine = <R>(kind: Routine, work: () => R): R => routine.run(kind, work)

/** Notes the writes of all pools of this process on one schema together. */
export function shareActivity(key: string, ...users: readonly object[]): void {
  const found = shared.get(key)?.deref()
  const activity = found ?? { writtenAt: performance.now(), listeners: new Set() }
  shared.set(key, new WeakRef(activity))
  for (const user of users) activities.set(user, activity)
}

const slowMs = 1_000

const isRead = /^\s*(?:\/\*[^*]*\*\/\s*)?select\b/i

/** Runs a statement, and notes it if it may have written. */
export async function noting<R extends { rowCount: number | null }>(
  pool: object,
  statement: string,
  run: () => Promise<R>,
): Promise<R> {
  const kind = routine.getStore()
  const mayWrite = kind !== 'upkeep' && !isRead.test(statement)
  const began = performance.now()
  if (mayWrite && kind === undefined) note(pool)
  const result = await run()
  // The rows of a slow statement appear when work may already rest again.
  const isLate = kind === undefined && performance.now() - began > slowMs
  const hasFound = kind === 'look' && (result.rowCount ?? 0) > 0
  if (mayWrite && (isLate || hasFound)) note(pool)
  return result
}

function note(pool: object): void {
  const activity = activities.get(pool)
  if (activity === undefined) return
  activity.writtenAt = performance.now()
  for (const listener of activity.listeners) listener()
}

/**
 * True if this process has noted no write to the schema for `afterMs`. New rows then only come
 * from other replicas, which look for the rows that they have written unless they are full. Ten seconds are
 * longer than most work takes from its request to its last statement.
 */
export function isIdle(db: object, afterMs = 10_000): boolean {
  const activity = activities.get(db)
  return activity !== undefined && performance.now() - activity.writtenAt > afterMs
}

/** Calls the listener at each noted write. Returns a function to remove it. */
export function onWrite(db: object, listener: () => void): () => void {
  const listeners = activities.get(db)?.listeners
  listeners?.add(listener)
  return () => void listeners?.delete(listener)
}
