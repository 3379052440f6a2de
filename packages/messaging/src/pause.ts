import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformTables } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import pRetry from 'p-retry'

/** Resolves after `millis` milliseconds, or when the signal aborts. Never throws. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  sleep(millis, undefined, { signal }).catch(() => {})

/** Returns the result of `work`. Rejects with the signal's reason as soon as it aborts. */
export const orAborted = <R>(work: Promise<R>, signal: AbortSignal): Promise<R> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

const ping = (db: Kysely<PlatformTables>): Promise<unknown> => sql`select 1`.execute(db)

const outcome = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Returns true if the database responds. */
export const isReachable = (db: Kysely<PlatformTables>): Promise<boolean> => outcome(ping(db))

/** Resolves with true when the database responds, or with false when the signal aborts. */
export const untilReachable = (db: Kysely<PlatformTables>, signal: AbortSignal): Promise<boolean> =>
  outcome(
    pRetry(() => ping(db), {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 50,
      maxTimeout: 2_000,
      signal,
    }),
  )
