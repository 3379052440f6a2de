import { expect, test } from 'vitest'
import { createDraft, toId, toRefusal } from '../../../test/harness.ts'
import { paymentsSuite, untilStatus, visit } from '../../../test/payments-harness.ts'

const { harness, invoicesOf, pollAfter } = await paymentsSuite()
const { faults, deliveries, state } = harness.sandbox.payments

async function openInvoice() {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  await call('POST', `/api/invoicing/${id}/finalize`)
  const path = `/api/invoicing/${id}`
  const pay = (amountCents: number) =>
    call('POST', `${path}/payments`, { amountCents, paidAt: '2026-11-20', method: 'transfer' })
  const undo = (paymentId: string) => call('DELETE', `${path}/payments/${paymentId}`)
  const asked = () => invoicesOf(accountId)[0]?.amount_remaining
  return { call, accountId, id, path, pay, undo, asked }
}

test("lowers what the processor's page asks for, and the last payment closes it there", async () => {
  const { call, accountId, path, pay, undo, asked } = await openInvoice()
  expect((await pay(10_000)).body).toMatchObject({ amountCents: 10_000 })
  expect(asked()).toBe(26_000)
  const second = toId(await pay(6_000))
  expect(asked()).toBe(20_000)
  expect((await undo(second)).status).toBe(204)
  expect(asked()).toBe(26_000)
  await deliveries.settled()
  expect((await call('GET', `${path}/credit-notes`)).body['total']).toBe(0)
  const last = toId(await pay(26_000))
  expect(invoicesOf(accountId)[0]?.status).toBe('paid')
  expect((await call('GET', path)).body).toMatchObject({ status: 'paid', paidCents: 36_000 })
  expect(toRefusal(await undo(last))).toEqual([409, 'paid_at_processor'])
  await deliveries.settled()
  expect((await call('GET', `${path}/payments`)).body).toMatchObject({
    items: [{ id: last, source: 'recorded' }, { mirror: 'done' }],
  })
})

test('lists what the customer paid at the processor after a part payment', async () => {
  const { call, accountId, id, path, pay, undo } = await openInvoice()
  await pay(10_000)
  const processorId = invoicesOf(accountId)[0]?.id
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  await untilStatus(call, id, 'paid')
  const list = (await call('GET', `${path}/payments`)).body as unknown as {
    items: { id: string }[]
  }
  expect(list).toMatchObject({
    total: 2,
    items: [{ source: 'processor', amountCents: 26_000 }, { source: 'recorded' }],
  })
  expect(toRefusal(await undo(list.items[0]?.id ?? ''))).toEqual([409, 'paid_at_processor'])
  expect(state.accounts.get(accountId)?.creditNotes.size).toBe(1)
})

test('tells the processor later when it was not available', async () => {
  const { call, path, pay, asked } = await openInvoice()
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 500, times: 10 })
  expect((await pay(10_000)).body).toMatchObject({ mirror: 'pending' })
  expect(asked()).toBe(36_000)
  faults.clear()
  await pollAfter(15)
  expect(asked()).toBe(26_000)
  expect((await call('GET', `${path}/payments`)).body['items']).toMatchObject([{ mirror: 'done' }])
})

test('voids the note of a payment that is undone while the processor makes the note', async () => {
  const { call, path, pay, undo, asked } = await openInvoice()
  let undone: number | undefined
  harness.watch.observe = async (does, moment) => {
    if (undone !== undefined || moment !== 'before' || does !== 'POST /v1/credit_notes') return
    undone = 0
    const { body } = await call('GET', `${path}/payments`)
    const [payment] = body['items'] as unknown as { id: string }[]
    undone = (await undo(payment?.id ?? '')).status
  }
  await pay(10_000)
  expect(undone).toBe(204)
  expect(asked()).toBe(36_000)
})

test('sends no part payment to the processor once the invoice is closed', async () => {
  const { call, accountId, id, path, pay } = await openInvoice()
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 500, times: 10 })
  await pay(10_000)
  faults.clear()
  const processorId = invoicesOf(accountId)[0]?.id
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  await untilStatus(call, id, 'paid')
  await pollAfter(15)
  const { body } = await call('GET', `${path}/payments`)
  expect(body['items']).toMatchObject([
    { source: 'processor' },
    { source: 'recorded', mirror: 'none', problem: null },
  ])
})

test('rejects a payment while the invoice is being voided', async () => {
  const { call, id, path, pay } = await openInvoice()
  faults.add({ match: 'POST /v1/invoices/', kind: 'status', status: 500, times: 10 })
  expect((await call('POST', `${path}/void`)).status).toBeGreaterThanOrEqual(500)
  expect(toRefusal(await pay(10_000))).toEqual([409, 'invoice_not_open'])
  expect(toRefusal(await pay(36_000))).toEqual([409, 'invoice_not_open'])
  faults.clear()
  await call('POST', `${path}/void`)
  await untilStatus(call, id, 'void')
})
