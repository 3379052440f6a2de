import { expect, test } from 'vitest'
import { camt, openBank } from '../../test/bank.ts'
import { toRefusal } from '../../test/harness.ts'
import { killedAt } from '../../test/killed-at.ts'
import { paymentsSuite, untilStatus } from '../../test/payments-harness.ts'

const { harness, invoicesOf } = await paymentsSuite()
const { faults, deliveries } = harness.sandbox.payments

async function sellerBank() {
  const { call, accountId } = await harness.seller()
  return { ...openBank(harness, call), accountId }
}

test('closes an invoice at the processor when a statement pays it, and keeps that match', async () => {
  const bank = await sellerBank()
  const { id, number } = await bank.invoice()
  expect((await bank.upload(camt([{ text: number }]))).body).toMatchObject({ matched: 1 })
  expect(invoicesOf(bank.accountId)[0]?.status).toBe('paid')
  const transaction = await bank.only()
  expect(transaction).toMatchObject({ status: 'matched', matchedBy: 'platform', invoiceIds: [id] })
  expect(toRefusal(await bank.act(transaction.id, 'unmatch'))).toEqual([409, 'paid_at_processor'])
  expect(await bank.only()).toMatchObject({ status: 'matched' })
})

test('lowers what the processor asks for when a part is matched, and raises it again', async () => {
  const bank = await sellerBank()
  const { id } = await bank.invoice()
  await bank.upload(camt([{ amount: '100.00' }]))
  const transaction = await bank.only()
  await bank.act(transaction.id, 'match', { invoiceIds: [id] })
  expect(invoicesOf(bank.accountId)[0]?.amount_remaining).toBe(26_000)
  await bank.act(transaction.id, 'unmatch')
  expect(invoicesOf(bank.accountId)[0]?.amount_remaining).toBe(36_000)
})

test('leaves the transaction unmatched when the processor is not available', async () => {
  const bank = await sellerBank()
  const { id, number } = await bank.invoice()
  faults.add({ match: 'POST /v1/invoices/', kind: 'status', status: 500, times: 30 })
  expect((await bank.upload(camt([{ text: number }]))).body).toMatchObject({ matched: 0 })
  const transaction = await bank.only()
  expect(transaction).toMatchObject({ status: 'unmatched' })
  faults.clear()
  await deliveries.settled()
  expect(toRefusal(await bank.act(transaction.id, 'ignore'))).toEqual([409, 'already_matched'])
  const again = await bank.act(transaction.id, 'match', { invoiceIds: [id] })
  expect([again.status, again.body]).toMatchObject([200, { status: 'matched' }])
  expect(await bank.read(id)).toMatchObject({ status: 'paid' })
})

test('matches the transaction when SIGKILL comes after the processor closed the invoice', async () => {
  const bank = await sellerBank()
  const { id } = await bank.invoice()
  await bank.upload(camt([{ text: 'Thank you' }]))
  const { id: transactionId } = await bank.only()
  const { orgId, userId } = bank.call
  const path = `/api/bank/transactions/${transactionId}/match`
  await killedAt(
    harness,
    (name, moment) => moment === 'after' && name.endsWith('/pay'),
    (url) => harness.as('admin', orgId, { userId }, url)('POST', path, { invoiceIds: [id] }),
  )
  await untilStatus(bank.call, id, 'paid')
  expect(await bank.only()).toMatchObject({ status: 'matched', invoiceIds: [id] })
  expect(await bank.payments(id)).toMatchObject([{ bankTransactionId: transactionId }])
})

test('refuses other matches while the outcome at the processor is unknown', async () => {
  const bank = await sellerBank()
  const { id } = await bank.invoice()
  const other = await bank.invoice()
  await bank.upload(camt([{ text: 'Thank you' }]))
  const { id: transactionId } = await bank.only()
  const seen: unknown[] = []
  harness.watch.observe = async (name, moment) => {
    if (!name.endsWith('/pay') || moment !== 'before') return
    delete harness.watch.observe
    for (const action of ['match', 'ignore', 'unmatch'])
      seen.push(
        toRefusal(
          await bank.act(
            transactionId,
            action,
            action === 'match' ? { invoiceIds: [other.id] } : undefined,
          ),
        ),
      )
  }
  await bank.act(transactionId, 'match', { invoiceIds: [id] })
  expect(seen).toEqual(Array.from({ length: 3 }, () => [409, 'already_matched']))
  expect(await bank.only()).toMatchObject({ status: 'matched', invoiceIds: [id] })
})
