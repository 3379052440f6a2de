import type { OrgPrincipal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft, toId } from '../../test/harness.ts'
import { paymentsSuite, untilStatus, visit } from '../../test/payments-harness.ts'
import { createCreditNote } from './create-credit-note.ts'

const { harness } = await paymentsSuite()
const { state } = harness.sandbox.payments

let call: Caller
let accountId: string
let customerId: string
beforeAll(async () => {
  const seller = await harness.seller()
  call = seller.call
  accountId = seller.accountId
  customerId = await createCustomer(call)
})

/** Creates an open invoice of 300.00 net and 60.00 VAT. */
async function openInvoice(more: object = {}, by: Caller = call) {
  const id = await createDraft(by, { ...(by === call ? { customerId } : {}), ...more })
  const { body } = await by('POST', `/api/invoicing/${id}/finalize`)
  const path = `/api/invoicing/${id}`
  const credit = (wish: object, headers?: Record<string, string>) =>
    by('POST', `${path}/credit-notes`, { reason: 'Returned', ...wish }, headers)
  return { id, path, credit, url: String(body['paymentsHostedInvoiceUrl']) }
}
const notesAtProcessor = (memo: RegExp) =>
  [...(state.accounts.get(accountId)?.creditNotes.values() ?? [])].filter((note) =>
    memo.test(note.memo ?? ''),
  )
const summary = async () => (await call('GET', '/api/invoicing/summary')).body

test('credits an amount, lines and the rest to the cent, here and at the processor', async () => {
  const { id, path, credit } = await openInvoice()
  const first = await credit({ amountCents: 10_000, reason: 'Late by a day' })
  expect([first.status, first.body]).toMatchObject([
    201,
    {
      number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
      subtotalAmountCents: 8_333,
      vatAmountCents: 1_667,
      totalAmountCents: 10_000,
      invoiceId: id,
      reason: 'Late by a day',
    },
  ])
  expect(first.headers.get('location')).toBe(`/api/credit-notes/${toId(first)}/pdf`)
  const lineItems = [{ description: 'Consulting', quantity: 0.5, unitAmountCents: 15_000 }]
  expect((await credit({ lineItems })).body).toMatchObject({ totalAmountCents: 9_000 })
  expect((await call('GET', path)).body).toMatchObject({
    status: 'open',
    creditedCents: 19_000,
    amountDueCents: 17_000,
  })
  const last = await credit({})
  expect(last.body).toMatchObject({
    subtotalAmountCents: 14_167,
    vatAmountCents: 2_833,
    totalAmountCents: 17_000,
  })
  expect((await call('GET', path)).body).toMatchObject({ creditedCents: 36_000, amountDueCents: 0 })
  expect((await credit({})).body['code']).toBe('exceeds_invoice')

  const { body: notes } = await call('GET', `${path}/credit-notes?limit=2`)
  expect(notes).toMatchObject({
    total: 3,
    items: [{ id: toId(last) }, { totalAmountCents: 9_000 }],
  })
  const [copy] = notesAtProcessor(/Late by a day/)
  expect(copy).toMatchObject({ subtotal: 8_333, total: 10_000, type: 'pre_payment' })
  expect(copy?.memo).toBe(`${String(first.body['number'])}: Late by a day`)
  const timeline = await call('GET', `${path}/timeline?sortDir=asc`)
  const { number } = first.body
  expect(timeline.body['items']).toMatchObject([
    { kind: 'drafted' },
    { kind: 'opened' },
    { kind: 'mailed' },
    {
      body: `Credited with ${String(number)}: Late by a day`,
      kind: 'credited',
      author: { type: 'user', id: call.userId },
      detail: { number, reason: 'Late by a day', amountCents: 10_000 },
    },
    { kind: 'credited' },
    { kind: 'credited' },
  ])
})

test('keeps a fully credited invoice open with nothing due if the processor closes it at zero', async () => {
  const before = await summary()
  const { path, credit, url } = await openInvoice({ dueDate: '2020-01-01T00:00:00.000Z' })
  await credit({})
  await harness.sandbox.payments.deliveries.settled()
  expect((await call('POST', `${path}/sync`)).body).toMatchObject({ status: 'open', paidAt: null })
  const after = await summary()
  for (const key of ['outstandingCents', 'overdueCents', 'paidCents'])
    expect(after[key]).toBe(before[key])
  expect(after['counts']).toMatchObject({ overdue: 0 })
  for (const refused of [
    await call('POST', `${path}/send`),
    await call('POST', `${path}/mark-paid`, { paidAt: '2026-01-01T00:00:00.000Z', method: 'cash' }),
  ]) {
    expect([refused.status, refused.body['code']]).toEqual([409, 'nothing_due'])
  }
  expect(url).toContain('/pay/invoices/')
})

test('counts a payment without the credit when half was credited before, and keeps it when later credits follow', async () => {
  const before = Number((await summary())['paidCents'])
  const { id, path, credit, url } = await openInvoice()
  await credit({ amountCents: 18_000 })
  await visit(url)
  await untilStatus(call, id, 'paid')
  expect(Number((await summary())['paidCents']) - before).toBe(18_000)
  const later = await credit({ amountCents: 3_000, reason: 'After the payment' })
  expect(later.status).toBe(201)
  expect((await call('GET', path)).body).toMatchObject({
    status: 'paid',
    creditedCents: 21_000,
    amountDueCents: 0,
  })
  expect(Number((await summary())['paidCents']) - before).toBe(18_000)
  expect(notesAtProcessor(/After the payment/)).toMatchObject([
    { type: 'post_payment', total: 3_000, out_of_band_amount: 3_000 },
  ])
  const { body } = await call('GET', '/api/invoicing/summary?by=customer')
  expect(body['items']).toMatchObject([{ key: customerId, paidCents: before + 18_000 }])
  const csv = await call('GET', '/api/invoicing/export.csv?status=paid')
  const [head = '', row = ''] = csv.text.split('\r\n')
  const cells = Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at]]))
  expect(cells).toMatchObject({ creditedCents: '21000', amountDueCents: '0' })
})

const line = { description: 'x', quantity: 1, unitAmountCents: 100 }
test.each([
  ['no reason', { amountCents: 1, reason: undefined }, 400, 'validation_failed'],
  ['an empty reason', { amountCents: 1, reason: ' ' }, 400, 'validation_failed'],
  ['lines and an amount', { amountCents: 1, lineItems: [line] }, 400, 'validation_failed'],
  ['no lines', { lineItems: [] }, 400, 'validation_failed'],
  ['an amount of zero', { amountCents: 0 }, 400, 'validation_failed'],
  ['an amount below zero', { amountCents: -5 }, 400, 'validation_failed'],
  ['a part of a cent', { amountCents: 1.5 }, 400, 'validation_failed'],
  ['five decimals', { lineItems: [{ ...line, quantity: 0.00001 }] }, 400, 'validation_failed'],
  ['a cent too much', { amountCents: 36_001 }, 409, 'exceeds_invoice'],
  ['lines over too much', { lineItems: [{ ...line, quantity: 301 }] }, 409, 'exceeds_invoice'],
  [
    'lines over nothing',
    { lineItems: [{ ...line, unitAmountCents: 0 }] },
    422,
    'credit_not_positive',
  ],
  [
    'lines below zero',
    { lineItems: [{ ...line, unitAmountCents: -100 }] },
    422,
    'credit_not_positive',
  ],
])('refuses %s and changes nothing', async (_name, wish, status, code) => {
  const { path, credit } = await shared
  const before = (await call('GET', path)).body
  const refused = await credit(wish)
  expect([refused.status, refused.body['code']], refused.text).toEqual([status, code])
  expect((await call('GET', path)).body).toEqual(before)
})
let shared: ReturnType<typeof openInvoice>
beforeAll(() => {
  shared = openInvoice()
})

test('names the creditable rest when a credit exceeds it', async () => {
  const { credit } = await shared
  const { body } = await credit({ amountCents: 36_001 })
  expect(body['detail']).toBe(
    'Only 360.00 EUR of the invoice is left, VAT included. Enter a smaller amount.',
  )
})

test('refuses to credit a draft or void invoice, and to void or reset a credited one', async () => {
  const draft = await createDraft(call, { customerId })
  const ofDraft = await call('POST', `/api/invoicing/${draft}/credit-notes`, { reason: 'No' })
  expect([ofDraft.status, ofDraft.body['code']]).toEqual([409, 'invoice_not_issued'])
  const voided = await openInvoice()
  await call('POST', `${voided.path}/void`)
  expect((await voided.credit({})).body['code']).toBe('invoice_void')
  const credited = await openInvoice()
  await credited.credit({ amountCents: 1 })
  const refusals = [
    await call('POST', `${credited.path}/void`),
    await call('POST', `${credited.path}/reset`),
  ]
  expect(refusals.map(({ status, body }) => [status, body['code']])).toEqual([
    [409, 'invoice_credited'],
    [409, 'invoice_carries_value'],
  ])
})

test('lets a member read notes but not write them, and hides them from another organisation', async () => {
  const { path, credit } = await openInvoice()
  const pdf = `/api/credit-notes/${toId(await credit({ amountCents: 500 }))}/pdf`
  const member = harness.as('member', call.orgId)
  expect((await member('POST', `${path}/credit-notes`, { reason: 'Mine' })).status).toBe(403)
  expect((await member('GET', `${path}/credit-notes`)).body['total']).toBe(1)
  expect((await member('GET', pdf)).headers.get('content-type')).toBe('application/pdf')
  const stranger = harness.as('admin')
  const before = (await call('GET', path)).body
  for (const [method, to] of [
    ['POST', `${path}/credit-notes`],
    ['GET', `${path}/credit-notes`],
    ['GET', pdf],
  ] as const) {
    const answer = await stranger(method, to, method === 'POST' ? { reason: 'Theirs' } : undefined)
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found'])
  }
  expect((await call('GET', path)).body).toEqual(before)
})

test('keeps number, invoice, list and history unchanged when the transaction of a note rolls back', async () => {
  const { id, path, credit } = await openInvoice()
  const now = async () => [
    (await call('GET', path)).body,
    (await call('GET', `${path}/timeline`)).body,
    (await call('GET', `${path}/credit-notes`)).body,
  ]
  const first = String((await credit({ amountCents: 100 })).body['number'])
  const before = await now()
  const { orgId, userId } = call
  const principal: OrgPrincipal = {
    orgId,
    userId,
    role: 'admin',
    isAdmin: false,
    via: 'session',
    credentialId: 'ses_1',
  }
  const undone = inTransaction(harness.deps.db, undefined, async (tx) => {
    await createCreditNote(
      harness.deps,
      { principal, tx },
      { invoiceId: id, input: { reason: 'No' }, settle: async () => {} },
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await now()).toEqual(before)
  const next = String((await credit({ amountCents: 100 })).body['number'])
  expect(Number(next.slice(8))).toBe(Number(first.slice(8)) + 1)
})

test('returns the first note when an Idempotency-Key is repeated, and refuses the key if the body differs', async () => {
  const { path, credit } = await openInvoice()
  const key = { 'idempotency-key': `credit-${path}` }
  const first = await credit({ amountCents: 700 }, key)
  const again = await credit({ amountCents: 700 }, key)
  expect([again.status, again.body, again.headers.get('location')]).toEqual([
    201,
    first.body,
    first.headers.get('location'),
  ])
  expect((await credit({ amountCents: 800 }, key)).status).toBe(409)
  expect((await call('GET', path)).body['creditedCents']).toBe(700)
})

test('issues only the notes that fit two invoices when 50 run concurrently, and numbers them without gaps', async () => {
  const { call: other } = await harness.seller()
  const invoices = [await openInvoice({}, other), await openInvoice({}, other)] as const
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      invoices[n % 2 === 0 ? 0 : 1].credit({ amountCents: 3_000 }),
    ),
  )
  const issued = answers.filter(({ status }) => status === 201)
  expect(answers.filter(({ body }) => body['code'] === 'exceeds_invoice')).toHaveLength(26)
  const numbers = issued
    .map(({ body }) => Number(String(body['number']).slice(8)))
    .sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
  for (const { path } of invoices) {
    expect((await other('GET', path)).body).toMatchObject({
      creditedCents: 36_000,
      amountDueCents: 0,
    })
  }
})

test('renders the invoice, the reason and the lines in the PDF of a note', async () => {
  const address = { line1: '1 Quay', city: 'Lyon', country: 'FR', taxId: 'FR40987654321' }
  await call('PUT', '/api/invoicing/seller', { name: 'Harbour Studio', ...address })
  const customerId = await createCustomer(call, { billingCountry: 'FR' })
  const { credit } = await openInvoice({ customerId })
  const reason = 'Zwei Stühle zurück'
  const lineItems = [{ description: 'Chair', quantity: 2, unitAmountCents: 500 }]
  const note = await credit({ lineItems, reason })
  const pdf = await call.raw(`/api/credit-notes/${toId(note)}/pdf`)
  expect(pdf.headers.get('content-disposition')).toBe(
    `inline; filename="${String(note.body['number'])}.pdf"`,
  )
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const file = `/api/credit-notes/${toId(note)}/e-invoice`
  const cii = await call('GET', `${file}?format=cii`)
  expect(cii.text).toContain('<ram:TypeCode>381</ram:TypeCode>')
  for (const part of [String(note.body['number']), reason, 'Chair'])
    expect(cii.text).toContain(part)
  expect((await call('GET', `${file}?format=ubl`)).text).toContain('<cbc:CreditNoteTypeCode>381<')
  expect((await harness.as('admin')('GET', file)).status).toBe(404)
})
