import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'
import { eventsKeptDays, pruneEvents } from './prune-events.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('deletes any number of events when their retention ends, and not earlier', async () => {
  const { db } = harness.deps
  await sql`insert into payment_events (endpoint, event_id, type, outcome, received_at)
    select 'invoicing', 'evt_old_' || n, 'invoice.paid', 'handled', now() - make_interval(days => ${eventsKeptDays}, hours => 1)
    from generate_series(1, 12000) n`.execute(db)
  await sql`insert into payment_events (endpoint, event_id, type, outcome, received_at)
    select 'offers', 'evt_young_' || n, 'invoice.paid', 'handled', now() - make_interval(days => ${eventsKeptDays}) + interval '1 hour'
    from generate_series(1, 10) n`.execute(db)
  await Promise.all([pruneEvents(harness.deps), pruneEvents(harness.deps)])
  await pruneEvents(harness.deps)
  const left = await db.selectFrom('payment_events').select('event_id').execute()
  expect(left.map(({ event_id }) => event_id).filter((id) => id.startsWith('evt_old'))).toEqual([])
  expect(left).toHaveLength(10)
})

test('deletes no event if the round is aborted', async () => {
  const { db } = harness.deps
  await sql`insert into payment_events (endpoint, event_id, type, outcome, received_at)
    values ('connect', 'evt_late', 'account.updated', 'handled', now() - interval '1 year')`.execute(
    db,
  )
  await pruneEvents(harness.deps, AbortSignal.abort())
  const row = await db
    .selectFrom('payment_events')
    .select('type')
    .where('event_id', '=', 'evt_late')
    .execute()
  expect(row).toHaveLength(1)
})
