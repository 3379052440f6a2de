import { type Kysely, sql } from 'kysely'
import { pause } from './pause.ts'

/** Whether the database answers. */
export const isReachable = <DB>(db: Kysely<DB>): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )

/** Waits until the database answers, at most until the signal is aborted. */
export async function untilReachable<DB>(db: Kysely<DB>, signal: AbortSignal): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    await pause(Math.min(2_000, 50 * 2 ** Math.min(tries, 6)), signal)
    if (await isReachable(db)) return
  }
}
