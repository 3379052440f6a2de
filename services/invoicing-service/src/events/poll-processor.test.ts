import { expect, test } from 'vitest'
import { paymentsSuite } from '../../test/payments-harness.ts'
import { event } from '../../test/webhooks.ts'

const { harness, pollAfter } = await paymentsSuite()

/** Stores an event at the processor without delivering it. */
function occurs(accountId: string, type: string, created: number): string {
  const id = `evt_${accountId}_${type}_${created}`
  const more = {
    id,
    created,
    api_version: 'sandbox',
    livemode: false as const,
    pending_webhooks: 1,
    request: null,
  }
  const occurred = { ...event(type, accountId, { id: 'in_1' }), ...more, object: 'event' as const }
  harness.sandbox.payments.state.accounts.get(accountId)?.events.set(id, occurred)
  return id
}

const isRecorded = async (id: string): Promise<boolean> =>
  (
    await harness.deps.db
      .selectFrom('payment_events')
      .where('event_id', '=', id)
      .select('type')
      .execute()
  ).length === 1

const now = (): number => Math.floor(Date.now() / 1000)

test('reads events from before a failed poll in the next one, even if it is late', async () => {
  const { accountId } = await harness.seller()
  const id = occurs(accountId, 'invoice.payment_failed', now())
  harness.sandbox.payments.faults.add({ match: 'GET /v1/events', kind: 'status', status: 500 })
  await pollAfter(3 * 60)
  expect(await isRecorded(id)).toBe(false)
  await pollAfter(3 * 60)
  expect(await isRecorded(id)).toBe(true)
})

test('reads the oldest of more than 5,000 events', async () => {
  const { accountId } = await harness.seller()
  const first = occurs(accountId, 'invoice.payment_failed', now() - 1_800)
  for (let n = 0; n < 5_200; n += 1)
    occurs(accountId, `charge.${n}`, now() - 1_700 + Math.floor(n / 4))
  const last = occurs(accountId, 'invoice.payment_failed', now())
  await pollAfter(16)
  expect([await isRecorded(first), await isRecorded(last)]).toEqual([true, true])
})
