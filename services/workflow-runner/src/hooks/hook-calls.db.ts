import { executePrepared } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

const minuteMs = 60_000
const sameMinute = sql`excluded.minute <= h.minute`
const calls = sql`(case when ${sameMinute} then h.calls else 0 end)`
const previous = sql`(case when ${sameMinute} then h.previous when excluded.minute = h.minute + 1 then h.calls else 0 end)`

interface Taking {
  now: Date
  /** The call limit per minute. */
  most: number
}

/**
 * Counts a call for the organisation. Returns 0 if the call is within the limit, otherwise the
 * seconds to wait. The limit applies to a sliding minute: the previous minute's calls count by its
 * share in the last 60 seconds. Concurrent calls lock the row, so together they do not exceed the
 * limit. Does not wait for the disk, so a crash may lose the last calls of the count.
 */
export async function takeCall(db: Db, orgId: string, { now, most }: Taking): Promise<number> {
  const minute = Math.floor(now.getTime() / minuteMs)
  const share = 1 - (now.getTime() % minuteMs) / minuteMs
  const take = sql`
    with unflushed as (select set_config('synchronous_commit', 'off', true))
    insert into hook_calls as h (org_id, minute, calls, previous) select ${orgId}, ${minute}, 1, 0 from unflushed
    on conflict (org_id) do update set
      minute = greatest(h.minute, excluded.minute), calls = ${calls} + 1, previous = ${previous}
    where ${calls} + ceil(${previous} * ${share}::float8) < ${most}
    returning org_id`
  const taken = await executePrepared(db, take)
  if (taken.length > 0) return 0
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
  // A call is possible once the previous minute's share has shrunk enough.
  const seconds = Math.ceil((share - (most - used - 1) / Math.max(before, 1)) * 60)
  return Math.min(Math.max(seconds, 1), untilNextMinute)
}
