import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { camt, openBank, ownIban } from '../../test/bank.ts'
import { startHarness, toId, toRefusal } from '../../test/harness.ts'

const harness = await startHarness()
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
  const act = async (action: 'ignore' | 'unmatch') => (await bank.act(part?.id ?? '', action)).body
  expect(await act('ignore')).toMatchObject({ status: 'ignored' })
  expect(await act('unmatch')).toMatchObject({ status: 'unmatched', invoiceIds: [] })
  expect(await act('ignore')).toMatchObject({ status: 'ignored' })
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

const which = fc.nat(20)
const cents = fc.integer({ min: 1, max: 40_000 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('match' as const), which, cents }) },
  ...(['pay', 'credit', 'undo', 'unmatch'] as const).map((kind) => ({
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant(kind), which, cents }),
  })),
)

interface Part {
  /** The payment or the transaction. */
  id: string
  invoice: number
  amount: number
}

test('adds up when invoices get random transfers, payments, credit notes and undos', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const bank = openBank(harness)
      const ids = [(await bank.invoice()).id, (await bank.invoice()).id]
      const credited = [0, 0]
      let paid: Part[] = []
      let bookings = 0
      const matched: string[] = []
      const countPaid = (invoice: number) =>
        paid.reduce((sum, part) => sum + (part.invoice === invoice ? part.amount : 0), 0)
      const countRest = (invoice: number) => 36_000 - (credited[invoice] ?? 0) - countPaid(invoice)
      const drop = (id: string) => {
        paid = paid.filter((part) => part.id !== id)
      }
      for (const { kind, which: at, cents: amountCents } of steps) {
        const invoice = at % 2
        const path = `/api/invoicing/${ids[invoice]}`
        if (kind === 'pay') {
          const input = { amountCents, paidAt: '2026-11-20', method: 'cash' }
          const answer = await bank.call('POST', `${path}/payments`, input)
          if (answer.status === 201) paid.push({ id: toId(answer), invoice, amount: amountCents })
        } else if (kind === 'credit') {
          const wish = { reason: 'Returned', amountCents }
          const { status } = await bank.call('POST', `${path}/credit-notes`, wish)
          if (status === 201) credited[invoice] = (credited[invoice] ?? 0) + amountCents
        } else if (kind === 'undo') {
          const own = paid.filter(({ id }) => !matched.includes(id))
          const gone = own[at % Math.max(1, own.length)]
          if (gone === undefined) continue
          const undone = `/api/invoicing/${ids[gone.invoice]}/payments/${gone.id}`
          expect((await bank.call('DELETE', undone)).status).toBe(204)
          drop(gone.id)
        } else if (kind === 'unmatch') {
          const [gone] = matched.splice(at % Math.max(1, matched.length), 1)
          if (gone === undefined) continue
          expect((await bank.act(gone, 'unmatch')).status).toBe(200)
          drop(gone)
        } else {
          bookings += 1
          const amount = (amountCents / 100).toFixed(2)
          await bank.upload(camt([{ amount, bankReference: `B${bookings}` }]))
          const { items } = await bank.list('?limit=100')
          const newest =
            items
              .map(({ id }) => id)
              .sort()
              .at(-1) ?? ''
          const order = [invoice, 1 - invoice]
          const isFitting =
            order.every((each) => countRest(each) > 0) && amountCents <= countRest(0) + countRest(1)
          const invoiceIds = order.map((each) => ids[each] ?? '')
          const { status } = await bank.act(newest, 'match', { invoiceIds })
          expect(status === 200).toBe(isFitting)
          if (!isFitting) continue
          matched.push(newest)
          let left = amountCents
          for (const each of order) {
            const part = Math.min(left, countRest(each))
            left -= part
            if (part > 0) paid.push({ id: newest, invoice: each, amount: part })
          }
        }
        for (const [each, id] of ids.entries()) {
          const rest = countRest(each)
          expect(await bank.read(id)).toMatchObject({
            status: rest <= 0 && countPaid(each) > 0 ? 'paid' : 'open',
            paidCents: countPaid(each),
            creditedCents: credited[each],
            amountDueCents: Math.max(0, rest),
          })
        }
        const { body } = await bank.call('GET', '/api/invoicing/summary')
        expect(body).toMatchObject({
          paidCents: countPaid(0) + countPaid(1),
          outstandingCents: Math.max(0, countRest(0)) + Math.max(0, countRest(1)),
        })
        expect((await bank.list('?status=matched')).total).toBe(matched.length)
      }
    }),
    { numRuns: 5 },
  )
})
