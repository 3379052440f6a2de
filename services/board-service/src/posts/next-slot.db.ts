import type { PostingSlot } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

const days = 366

/**
 * Returns the first slot after `now` at which no approved post of the channel is due. The database
 * converts the times of day, so a slot keeps its time when the clocks change. A time that is skipped
 * that day is moved by the hour that is skipped.
 */
export async function findFreeSlot(
  db: Db,
  {
    orgId,
    channelId,
    slots,
    zone,
    now,
  }: { orgId: string; channelId: string; slots: readonly PostingSlot[]; zone: string; now: Date },
): Promise<Date | undefined> {
  const weekdays = slots.map(({ weekday }) => weekday)
  const times = slots.map(({ time }) => time)
  const { rows } = await sql<{ at: Date }>`
    with today as (select (${now}::timestamptz at time zone ${zone})::date as day),
    slots as (select * from unnest(${weekdays}::int[], ${times}::text[]) as slot (weekday, time)),
    candidates as (
      select distinct ((today.day + n)::timestamp + slots.time::time) at time zone ${zone} as at
        from today, generate_series(0, ${days}::int) n
        join slots on true
        where slots.weekday = extract(isodow from today.day + n)::int),
    taken as (
      select date_trunc('minute', t.due_date) as at from tasks t
        join posts p on p.task_id = t.id and p.org_id = t.org_id
        where t.org_id = ${orgId} and t.status in ('reviewed', 'posting') and t.due_date >= ${now}
          and p.channel_id = ${channelId})
    select candidates.at from candidates
      where candidates.at > ${now} and candidates.at not in (select taken.at from taken)
      order by candidates.at limit 1`.execute(db)
  return rows[0]?.at
}
