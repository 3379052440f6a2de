import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformTables } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import pRetry from 'p-retry'

/** Resolves after so many milliseconds, or when the signal aborts; never throws. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  sleep(millis, undefined, { signal }).catch(() => {})

/** The result of `work`; rejects as soon as the signal aborts. */
export const orAborted = <R>(work: Promise<R>, signal: AbortSignal): Promise<R> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted'))
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

/** Whether the database answers. */
export const isReachable = (db: Kysely<PlatformTables>): Promise<boolean> => outcome(ping(db))

/** Resolves when the database answers (true) or the signal aborts (false). */
export const untilReachable = (db: Kysely<PlatformTables>, signal: AbortSignal): Promise<boolean> =>
  outcome(
    pRetry(() => ping(db), { retries: Number.POSITIVE_INFINITY, minTimeout: 50, maxTimeout: 2_000, signal }),
  )
