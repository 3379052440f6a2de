import type { PlatformTables } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import type { Background } from './service-definition.ts'

const hour = 3_600_000
// Rows per statement. A backlog of millions must not reach the statement timeout and start over.
const piece = 10_000
// The stream keeps events for seven days, so an inbox id is useless after eight.
const expiring = [
  { table: 'idempotency_keys', time: 'created_at', age: '24 hours' },
  { table: 'inbox', time: 'seen_at', age: '8 days' },
]

/**
 * Deletes expired rows from the platform's tables: idempotency keys after a day, inbox rows after
 * eight days.
 */
export const housekeeping = (db: Kysely<PlatformTables>): Background => ({
  name: 'housekeeping',
  everyMs: hour,
  async run(signal) {
    for (const { table, time, age } of expiring) {
      const statement = sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(time)} < now() - ${age}::interval
        order by ${sql.ref(time)} limit ${piece} for update skip locked))`
      let deleted = piece
      while (deleted === piece && !signal.aborted) {
        deleted = Number((await statement.execute(db)).numAffectedRows ?? 0)
      }
    }
  },
})
