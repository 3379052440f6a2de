import { sql } from 'kysely'
import type { Transaction } from '../../database.ts'

/**
 * Counts an attempt. The window begins with the first attempt. Returns the count and the seconds
 * left in the window.
 */
export async function countAttempt(tx: Transaction, key: string, windowSeconds: number) {
  return tx
    .insertInto('rate_limits')
    .values({
      key,
      count: 1,
      window_ends: sql<Date>`now() + make_interval(secs => ${windowSeconds})`,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when rate_limits.window_ends <= now() then 1 else rate_limits.count + 1 end`,
        window_ends: sql<Date>`case when rate_limits.window_ends <= now() then excluded.window_ends else rate_limits.window_ends end`,
      }),
    )
    .returning([
      'count',
      sql<number>`ceil(extract(epoch from window_ends - now()))::int`.as('left'),
    ])
    .executeTakeFirstOrThrow()
}
