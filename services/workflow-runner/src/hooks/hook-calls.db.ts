import { sql } from 'kysely'
import type { Db } from '../database.ts'

const minuteMs = 60_000
const sameMinute = sql`excluded.minute <= h.minute`
const calls = sql`(case when ${sameMinute} then h.calls else 0 end)`
const previous = sql`(case when ${sameMinute} then h.previous when excluded.minute = h.minute + 1 then h.calls else 0 end)`

interface Taking {
  now: Date
  /** The most calls within any minute. */
  most: number
}

/**
 * Counts a call of one of the organisation's addresses. Returns 0 if it is one of the `most` of a minute, and otherwise
 * the seconds until there is room. The minute before counts by the share of it that is less than a minute ago.
 * Concurrent calls wait for each other's row, so they do not pass the limit together.
 */
export async function takeCall(db: Db, orgId: string, { now, most }: Taking): Promise<number> {
  const minute = Math.floor(now.getTime() / minuteMs)
  const share = 1 - (now.getTime() % minuteMs) / minuteMs
  const taken = await sql`
    insert into hook_calls as h (org_id, minute, calls, previous) values (${orgId}, ${minute}, 1, 0)
    on conflict (org_id) do update set
      minute = greatest(h.minute, excluded.minute), calls = ${calls} + 1, previous = ${previous}
    where ${calls} + ceil(${previous} * ${share}::float8) < ${most}
    returning org_id`.execute(db)
  if (taken.rows.length > 0) return 0
  const row = await db
    .selectFrom('hook_calls')
    .select(['calls', 'previous', 'minute'])
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  const untilNextMinute = Math.max(1, Math.ceil(share * 60))
  if (row === undefined) return 1
  const isCurrent = Number(row.minute) >= minute
  const [used, before] = isCurrent ? [row.calls, row.previous] : [0, row.calls]
  if (used >= most) return untilNextMinute
  // There is room once the share of the minute before has shrunk to what is left of the limit.
  const seconds = Math.ceil((share - (most - used - 1) / Math.max(before, 1)) * 60)
  return Math.min(Math.max(seconds, 1), untilNextMinute)
}
