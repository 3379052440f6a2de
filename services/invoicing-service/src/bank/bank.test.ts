import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camt, openBank, ownIban } from '../../test/bank.ts'
import { type Harness, startHarness, toRefusal } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test('pays an invoice when amount and number agree, and undoes it with the match', async () => {
  const bank = openBank(harness)
  const { id, number } = await bank.invoice()
  const file = camt([{ text: `Invoice ${number.replaceAll('-', ' ')}`, bankReference: 'B1' }])
  const first = await bank.upload(file)
  expect([first.status, first.body]).toMatchObject([
    201,
    { format: 'camt', iban: ownIban, from: '2026-11-20', to: '2026-11-20', transactions: 1 },
  ])
  expect(first.body).toMatchObject({ matched: 1, duplicates: 0, preview: [] })
  const transaction = await bank.only()
  expect(transaction).toMatchObject({
    amountCents: 36_000,
    currency: 'EUR',
    status: 'matched',
    matchedBy: 'platform',
    invoiceIds: [id],
    suggestions: [],
  })
  expect(await bank.read(id)).toMatchObject({ status: 'paid', paidCents: 36_000 })
  const [payment] = await bank.payments(id)
  expect(payment).toMatchObject({ amountCents: 36_000, bankTransactionId: transaction.id })
  const path = `/api/invoicing/${id}/payments/${payment?.id}`
  expect(toRefusal(await bank.call('DELETE', path))).toEqual([409, 'payment_of_bank'])

  expect((await bank.upload(file)).body).toMatchObject({
    transactions: 1,
    duplicates: 1,
    matched: 0,
  })
  expect(toRefusal(await bank.act(transaction.id, 'ignore'))).toEqual([409, 'already_matched'])
  const undone = await bank.act(transaction.id, 'unmatch')
  expect(undone.body).toMatchObject({ status: 'unmatched', invoiceIds: [], matchedBy: null })
  expect(undone.body['suggestions']).toMatchObject([{ invoiceIds: [id], score: 0.95 }])
  expect(await bank.read(id)).toMatchObject({
    status: 'open',
    paidCents: 0,
    amountDueCents: 36_000,
  })
  const again = await bank.act(transaction.id, 'match', { invoiceIds: [id] })
  expect(again.body).toMatchObject({ status: 'matched', matchedBy: 'user', invoiceIds: [id] })
  const { body } = await bank.call('GET', `/api/invoicing/${id}/timeline?sortDir=asc`)
  expect((body['items'] as unknown as { kind: string }[]).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['opened', 'paid', 'payment_undone', 'paid']),
  )
})

test('pays invoices in order up to what is due, and refuses what does not fit', async () => {
  const bank = openBank(harness)
  const first = await bank.invoice()
  const second = await bank.invoice({
    lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 10_000 }],
  })
  const dollars = await bank.invoice({}, { currency: 'USD' })
  await bank.upload(
    camt([
      { amount: '400.00', bankReference: 'P' },
      { amount: '5000.00', bankReference: 'Q', day: '2026-11-19' },
      { amount: '12.00', direction: 'DBIT', bankReference: 'R', day: '2026-11-18' },
    ]),
  )
  const [part, much, out] = (await bank.list()).items
  const match = (id: string | undefined, ...invoiceIds: string[]) =>
    bank.act(id ?? '', 'match', { invoiceIds })
  expect(toRefusal(await match(much?.id, first.id, second.id))).toEqual([422, 'exceeds_amount_due'])
  expect(toRefusal(await match(out?.id, first.id))).toEqual([409, 'not_matchable'])
  expect(toRefusal(await match(part?.id, dollars.id))).toEqual([409, 'not_matchable'])
  expect(toRefusal(await match(part?.id, 'inv_unknown'))).toEqual([404, 'not_found'])
  expect((await match(part?.id)).status).toBe(400)
  expect((await bank.act(part?.id ?? '', 'ignore')).body).toMatchObject({ status: 'ignored' })
  const both = await Promise.all([
    match(part?.id, first.id, second.id),
    match(part?.id, first.id, second.id),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.map(({ body }) => body['code']).filter(Boolean)).toEqual(['already_matched'])
  expect(await bank.read(first.id)).toMatchObject({ status: 'paid' })
  expect(await bank.read(second.id)).toMatchObject({ status: 'open', paidCents: 4_000 })
  const other = harness.as('admin')
  expect(toRefusal(await other('POST', `/api/bank/transactions/${part?.id}/unmatch`))).toEqual([
    404,
    'not_found',
  ])
  const member = harness.as('member', bank.call.orgId)
  expect((await member('GET', '/api/bank/transactions?status=ignored')).body).toMatchObject({
    total: 0,
  })
  expect((await member('POST', `/api/bank/transactions/${part?.id}/unmatch`)).status).toBe(403)
  await bank.act(part?.id ?? '', 'unmatch')
  for (const { id } of [first, second])
    expect(await bank.read(id)).toMatchObject({ status: 'open', paidCents: 0 })
})

test('previews without storing anything, and repeats the response under an idempotency key', async () => {
  const bank = openBank(harness)
  const { number } = await bank.invoice()
  const file = zipSync({ 'a.xml': new TextEncoder().encode(camt([{ text: number }])) })
  const preview = await bank.upload(file, { dryRun: 'true' })
  expect([preview.status, preview.body]).toMatchObject([
    200,
    {
      id: null,
      transactions: 1,
      matched: 1,
      preview: [{ amountCents: 36_000, reference: number }],
    },
  ])
  expect((await bank.list()).total).toBe(0)
  const key = { 'idempotency-key': 'import-1' }
  const first = await bank.upload(file, {}, key)
  const second = await bank.upload(file, {}, key)
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  expect((await bank.upload(camt([]), {}, key)).body.code).toBe('idempotency_key_reused')
})
