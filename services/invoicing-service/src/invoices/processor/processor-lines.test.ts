import { type InvoiceLineItem, invoiceTotals, lineVatCents } from '@atrium/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft } from '../../../test/harness.ts'
import { paymentsSuite } from '../../../test/payments-harness.ts'
import { processorLines } from './processor-lines.ts'

const { harness, invoicesOf } = await paymentsSuite()

const priced = (...cents: number[]): InvoiceLineItem[] =>
  cents.map((unitAmountCents, n) => ({ description: `Line ${n}`, quantity: 1, unitAmountCents }))
const repeated = (count: number, ...cents: number[]) =>
  priced(...Array.from({ length: count }, (_, n) => cents[n % cents.length] ?? 0))
const handed = (lineItems: InvoiceLineItem[], vatRateBps: number) =>
  processorLines({ lineItems, vatRateBps, currency: 'EUR' })
const refusal = expect.objectContaining({ code: 'too_many_lines', kind: 'unprocessable' })

test('passes up to 250 lines unchanged', () => {
  const lineItems = [
    { description: 'Hours', quantity: 2.5, unitAmountCents: 1_000 },
    ...repeated(249, 1),
  ]
  const lines = handed(lineItems, 2_000)
  expect(lines).toHaveLength(250)
  expect(lines[0]).toEqual({
    description: 'Hours (2.5 × 10.00 EUR)',
    amountCents: 2_500,
    vatRateBps: 2_000,
  })
})

test('merges as many neighbours as needed if there are more lines', () => {
  const lines = handed(repeated(252, 1_000), 2_000)
  expect(lines).toHaveLength(250)
  expect(lines.slice(0, 3)).toEqual([
    { description: 'Line 0 · Line 1', amountCents: 2_000, vatRateBps: 2_000 },
    { description: 'Line 2 · Line 3', amountCents: 2_000, vatRateBps: 2_000 },
    { description: 'Line 4', amountCents: 1_000, vatRateBps: 2_000 },
  ])
})

test('merges lines with opposite rounding if neighbours would change the VAT', () => {
  // 20 % of 2 is 0.4, and of 3 is 0.6. Two lines of the same kind would have another VAT together.
  const lines = handed([...repeated(250, 2), ...repeated(250, 3)], 2_000)
  expect(lines).toHaveLength(250)
  expect(new Set(lines.map(({ amountCents }) => amountCents))).toEqual(new Set([5]))
})

test('refuses lines if they cannot be merged', () => {
  expect(() => handed(repeated(251, 2), 2_000)).toThrow(refusal)
})

test('keeps a part of both descriptions if merged ones are long', () => {
  const [line] = handed(
    repeated(251, 100).map((one) => ({
      ...one,
      description: `${one.description}${'x'.repeat(480)}`,
    })),
    0,
  )
  expect(line?.description.length).toBeLessThanOrEqual(500)
  expect(line?.description).toMatch(/^Line 0x+ · Line 1x+$/)
})

test.each([0, 1])('cuts long merged descriptions between characters', (shift) => {
  const description = `${'x'.repeat(shift)}${'😀'.repeat(240)}`
  const lines = handed(
    repeated(251, 100).map((one) => ({ ...one, description })),
    0,
  )
  expect(lines[0]?.description.length).toBeGreaterThan(490)
  expect(lines.filter((line) => !line.description.isWellFormed())).toEqual([])
})

test("keeps the invoice's net amount and VAT for any lines", () => {
  const cents = fc.integer({ min: -5_000, max: 5_000 })
  let taken = 0
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 251, maxLength: 500 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amounts, rate) => {
        const lineItems = priced(...amounts)
        let lines: ReturnType<typeof handed>
        try {
          lines = handed(lineItems, rate)
        } catch (error) {
          expect(error).toEqual(refusal)
          return
        }
        taken += 1
        const { subtotalAmountCents, vatAmountCents } = invoiceTotals(lineItems, rate)
        expect(lines.length).toBeLessThanOrEqual(250)
        const sum = (of: (cents: number) => number) =>
          lines.reduce((total, { amountCents }) => total + of(amountCents), 0)
        expect(sum((net) => net)).toBe(subtotalAmountCents)
        expect(sum((net) => Number(lineVatCents(BigInt(net), rate)))).toBe(vatAmountCents)
      },
    ),
    { numRuns: 50 },
  )
  expect(taken).toBeGreaterThanOrEqual(25)
})

const taxed = { vatRateBps: 2_000 }
const create = async (call: Caller, lineItems: InvoiceLineItem[]) =>
  call('POST', '/api/invoicing', { customerId: await createCustomer(call), lineItems, ...taxed })

test('issues an invoice of 500 lines at the processor with the same total', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call, { lineItems: repeated(500, 999, 1_001), ...taxed })
  const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(body).toMatchObject({ status: 'open', totalAmountCents: 600_000 })
  const [issued] = invoicesOf(accountId)
  expect(issued).toMatchObject({ total: 600_000, status: 'open' })
  expect(issued?.lines.data).toHaveLength(250)
})

test('refuses lines that the processor cannot take while they can be changed, if an account is connected', async () => {
  const { call } = await harness.seller()
  const tooMany = repeated(251, 2)
  const refused = await create(call, tooMany)
  expect([refused.status, refused.body['code']]).toEqual([422, 'too_many_lines'])
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
  const id = await createDraft(call, { lineItems: tooMany, vatRateBps: 0 })
  const path = `/api/invoicing/${id}`
  const changed = await call('PATCH', path, taxed)
  expect([changed.status, changed.body['code']]).toEqual([422, 'too_many_lines'])
  expect((await call('PATCH', path, { dueDate: null })).body).toMatchObject({ vatRateBps: 0 })
  expect((await create(harness.as('admin'), tooMany)).status).toBe(201)
})
