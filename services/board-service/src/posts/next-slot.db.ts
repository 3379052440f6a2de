import type { PostingSlot } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

const days = 366
/** How many days one query looks at. The next free slot is nearly always in the first weeks. */
const daysAtOnce = 28

interface Wanted {
  orgId: string
  channelId: string
  slots: readonly PostingSlot[]
  zone: string
  now: Date
}

/**
 * Returns the first slot after `now` at which no approved post of the channel is due. The database
 * converts the times of day, so a slot keeps its time when the clocks change. A time that is skipped
 * that day is moved by the hour that is skipped.
 */
export async function findFreeSlot(db: Db, wanted: Wanted): Promise<Date | undefined> {
  for (let from = 0; from <= days; from += daysAtOnce) {
    const at = await findWithin(db, wanted, { from, to: Math.min(days, from + daysAtOnce - 1) })
    if (at !== undefined) return at
  }
  return undefined
}

/** `from` and `to` count days from today in the zone. */
async function findWithin(
  db: Db,
  { orgId, channelId, slots, zone, now }: Wanted,
  { from, to }: { from: number; to: number },
): Promise<Date | undefined> {
  const weekdays = slots.map(({ weekday }) => weekday)
  const times = slots.map(({ time }) => time)
  const { rows } = await sql<{ at: Date }>`
    with today as (select (${now}::timestamptz at time zone ${zone})::date as day),
    slots as (select * from unnest(${weekdays}::int[], ${times}::text[]) as slot (weekday, time)),
    candidates as (
      select distinct ((today.day + n)::timestamp + slots.time::time) at time zone ${zone} as at
        from today
        cross join generate_series(${from}::int, ${to}::int) n
        join slots on slots.weekday = extract(isodow from today.day + n)::int),
    taken as (
      select date_trunc('minute', t.due_date) as at from tasks t
        join posts p on p.task_id = t.id and p.org_id = t.org_id
        where t.org_id = ${orgId} and t.status in ('reviewed', 'posting') and t.due_date >= ${now}
          and t.due_date <= (select max(candidates.at) from candidates) + interval '1 minute'
          and p.channel_id = ${channelId})
    select candidates.at from candidates
      where candidates.at > ${now} and candidates.at not in (select taken.at from taken)
      order by candidates.at limit 1`.execute(db)
  return rows[0]?.at
}
