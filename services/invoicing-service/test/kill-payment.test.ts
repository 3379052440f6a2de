import { once } from 'node:events'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDraft, startHarness } from './harness.ts'
import { startVictim } from './killed-at.ts'

// No payment processor, so the database alone knows of a payment.
const harness = await startHarness()
afterAll(() => harness.stop())

// Stops a payment's transaction when it writes its first event.
const beforeEvent = sql`lock table outbox in share mode`
// Only one relay at a time publishes, under this lock, so no event leaves.
const beforePublishing = sql`select pg_advisory_xact_lock(hashtext('invoicing.outbox'))`

const countWaiting = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where not granted and relation = 'outbox'::regclass`.execute(harness.deps.db)
  return rows[0]?.n
}
const listEvents = (orgId: string) =>
  harness.deps.db.selectFrom('outbox').select('type').where('org_id', '=', orgId).execute()

test.each([
  ['before its event is written', beforeEvent, 0, 10_000, 'open'],
  ['before its event is published', beforePublishing, 1, 10_000, 'open'],
  ['before its event is written', beforeEvent, 0, 36_000, 'paid'],
  ['before its event is published', beforePublishing, 1, 36_000, 'paid'],
] as const)(
  'records a payment and its events once if SIGKILL comes %s and the request is repeated',
  async (_moment, hold, kept, amountCents, status) => {
    const call = harness.as('admin')
    const id = await createDraft(call)
    const path = `/api/invoicing/${id}`
    await call('POST', `${path}/finalize`)
    await eventually(async () => expect(await listEvents(call.orgId)).toEqual([]))
    const published: string[] = []
    const subject = harness.bus.subject(`events.${call.orgId}.>`)
    const subscription = harness.bus.nc.subscribe(subject, {
      callback: (_error, message) => {
        const { type, data } = message.json<{ type: string; data: { action?: string } }>()
        published.push(data.action ?? type)
      },
    })
    const { child, url } = await startVictim(harness)
    const twin = harness.as('admin', call.orgId, { userId: call.userId }, url)
    const pay = (by: typeof call) =>
      by(
        'POST',
        `${path}/payments`,
        { amountCents, paidAt: '2026-11-20', method: 'transfer' },
        { 'idempotency-key': 'once' },
      )
    await harness.deps.db.transaction().execute(async (tx) => {
      await hold.execute(tx)
      const lost = pay(twin).catch(() => undefined)
      await eventually(async () =>
        kept === 0
          ? expect(await countWaiting()).toBeGreaterThan(0)
          : expect(await listEvents(call.orgId)).not.toEqual([]),
      )
      child.kill('SIGKILL')
      await once(child, 'exit')
      await lost
      expect(published).toEqual([])
    })
    const list = async () => (await call('GET', `${path}/payments`)).body
    // The lost transaction rolls back when the database notices that the process is gone.
    await eventually(async () => expect(await list()).toMatchObject({ total: kept }))
    const repeated = await pay(call)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([
      201,
      kept === 0 ? null : 'true',
    ])
    expect(await list()).toMatchObject({ total: 1, items: [{ id: repeated.body['id'] }] })
    expect((await call('GET', path)).body).toMatchObject({
      status,
      paidCents: amountCents,
      amountDueCents: 36_000 - amountCents,
    })
    const expected =
      status === 'paid' ? ['invoice.paid', 'invoice.paid'] : ['invoice.payment_recorded']
    await eventually(async () => {
      expect(await listEvents(call.orgId)).toEqual([])
      expect(published.toSorted()).toEqual(expected)
    })
    subscription.unsubscribe()
  },
  60_000,
)
