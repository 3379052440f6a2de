import { inTransaction } from '@atrium/database'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type Caller, createDraft, startHarness } from '../../test/harness.ts'
import { lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { moveInvoice } from './move-invoice.ts'

const harness = await startHarness({ env: { ACCOUNTING_ENABLED: 'true' } })
afterAll(() => harness.stop())

type Stated = 'paid' | 'void' | 'uncollectible'

/**
 * Applies a status that the processor reports. If `isAsked` is true, a user has asked for the void.
 */
const state = (call: Caller, id: string, stated: Stated, isAsked = false) =>
  inTransaction(harness.deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, call.orgId, id)
    const asked = isAsked ? await updateInvoiceRow(tx, row, { void_requested: true }) : row
    await moveInvoice(harness.deps, tx, { row: asked, stated, at: new Date() })
  })

const lines = (unitAmountCents: number) => ({
  lineItems: [{ description: 'x', quantity: 1, unitAmountCents }],
})
const statuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const

/** Creates an invoice with a status. It can be reset if its total is zero. */
async function anInvoice(
  call: Caller,
  status: (typeof statuses)[number],
  cents: number,
): Promise<string> {
  const id = await createDraft(call, { ...lines(cents), vatRateBps: 0 })
  if (status === 'draft') return id
  await call('POST', `/api/invoicing/${id}/finalize`)
  if (status === 'void') await call('POST', `/api/invoicing/${id}/void`)
  else if (status !== 'open') await state(call, id, status)
  return id
}

const paid = { paidAt: '2026-01-01T00:00:00.000Z', method: 'cash' }
const notDraft = 'invoice_not_draft'
const notOpen = 'invoice_not_open'
test.each([
  ['change', 'PATCH', '', { vatRateBps: 0 }, ['draft', notDraft, notDraft, notDraft, notDraft]],
  ['finalize', 'POST', '/finalize', undefined, ['open', notDraft, notDraft, notDraft, notDraft]],
  ['pay', 'POST', '/mark-paid', paid, [notOpen, 'paid', notOpen, notOpen, notOpen]],
  ['void', 'POST', '/void', undefined, [notOpen, 'void', notOpen, notOpen, notOpen]],
  [
    ...(['credit', 'POST', '/credit-notes', { amountCents: 1, reason: 'x' }] as const),
    ['invoice_not_issued', 'open', 'paid', 'invoice_void', 'uncollectible'],
  ],
  [
    'reset',
    'POST',
    '/reset',
    undefined,
    ['invoice_not_issued', 'draft', 'draft', 'draft', 'draft'],
  ],
])('applies %s by a user to each status', async (name, method, path, body, outcomes) => {
  const call = harness.as('admin')
  const found = await Promise.all(
    statuses.map(async (status) => {
      const at = `/api/invoicing/${await anInvoice(call, status, name === 'reset' ? 0 : 100)}`
      const answer = await call(method, at + path, body)
      return answer.body['code'] ?? (await call('GET', at)).body['status']
    }),
  )
  expect(found).toEqual(outcomes)
})

test('names the status when it refuses an invoice that is not open', async () => {
  const call = harness.as('admin')
  const details = await Promise.all(
    statuses.map(async (status) => {
      const at = `/api/invoicing/${await anInvoice(call, status, 100)}`
      return status === 'open' ? status : (await call('POST', `${at}/void`)).body['detail']
    }),
  )
  expect(details).toEqual([
    'The invoice is a draft. Issue it first.',
    'open',
    'The invoice is paid',
    'The invoice is void',
    'The invoice is written off',
  ])
})

test.each([
  ['paid', false, ['draft', 'paid', 'paid', 'paid', 'paid']],
  ['uncollectible', false, ['draft', 'uncollectible', 'paid', 'void', 'uncollectible']],
  ['void', false, ['draft', 'uncollectible', 'paid', 'void', 'uncollectible']],
  ['void', true, ['draft', 'void', 'paid', 'void', 'void']],
] as const)(
  'handles %s from the processor if it was requested here: %s',
  async (stated, isAsked, outcomes) => {
    const call = harness.as('admin')
    const found = await Promise.all(
      statuses.map(async (status) => {
        const id = await anInvoice(call, status, 100)
        await state(call, id, stated, isAsked)
        return (await call('GET', `/api/invoicing/${id}`)).body['status']
      }),
    )
    expect(found).toEqual(outcomes)
  },
)

const step = fc.oneof(
  fc.record({ credit: fc.integer({ min: 1, max: 700 }) }),
  fc.record({
    stated: fc.constantFrom<Stated>('paid', 'void', 'uncollectible'),
    isAsked: fc.boolean(),
  }),
  fc.constant({ pay: true }),
  fc.constant({ void: true }),
)

test('agrees in amounts due, summary and books with any order of credits, payments, voids and write-offs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const call = harness.as('admin')
      const id = await createDraft(call, { ...lines(1_000), vatRateBps: 2_000 })
      const path = `/api/invoicing/${id}`
      await call('POST', `${path}/finalize`)
      let refunds = 0
      for (const each of steps) {
        const isPaid = (await call('GET', path)).body['status'] === 'paid'
        if ('credit' in each) {
          const credit = { amountCents: each.credit, reason: 'x' }
          const { status } = await call('POST', `${path}/credit-notes`, credit)
          if (status === 201 && isPaid) refunds += each.credit
        } else if ('stated' in each) await state(call, id, each.stated, each.isAsked)
        else
          await call(
            'POST',
            `${path}/${'pay' in each ? 'mark-paid' : 'void'}`,
            'pay' in each ? paid : undefined,
          )
      }
      await expectAgreement(call, path, refunds)
    }),
    { numRuns: 25 },
  )
})

async function expectAgreement(call: Caller, path: string, refunds: number): Promise<void> {
  const { body } = await call('GET', path)
  const [status, due, credited] = ['status', 'amountDueCents', 'creditedCents'].map(
    (field) => body[field],
  )
  const isOver = status === 'paid' || status === 'void'
  expect(due).toBe(isOver ? 0 : 1_200 - Number(credited))
  const received = status === 'paid' ? 1_200 - (Number(credited) - refunds) : 0
  const outstandingCents = status === 'open' ? due : 0
  const summary = { paidCents: received, outstandingCents }
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject(summary)
  const { items } = (await call('GET', '/api/invoicing/summary?by=month')).body as unknown as {
    items: object[]
  }
  const shown = { ...summary, invoicedCents: 1_200, creditedCents: credited, count: 1 }
  expect(items).toMatchObject(status === 'void' ? [] : [shown])
  const month = new Date().toISOString().slice(0, 7)
  const { text } = await call('GET', `/api/accounting/export?month=${month}&format=fec`)
  const books: Record<string, number> = {}
  for (const line of text.trimEnd().split('\r\n').slice(1)) {
    const cells = line.split('\t')
    const [debit, credit] = [cells[11], cells[12]].map((cell) => Number(cell?.replace(',', '')))
    books[cells[4] ?? ''] = (books[cells[4] ?? ''] ?? 0) + (debit ?? 0) - (credit ?? 0)
  }
  const of = (account: string): number => books[account] ?? 0
  // The customer's debt less the money to be refunded.
  expect(of('411000')).toBe((outstandingCents as number) - refunds)
  expect(of('512000')).toBe(received)
  expect(of('654000')).toBe(status === 'uncollectible' ? due : 0)
  expect(0 - of('706000') - of('445710')).toBe(status === 'void' ? 0 : 1_200 - Number(credited))
}
