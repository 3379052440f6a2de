import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { aLine, createCustomer, createDraft, startHarness, toId } from '../../test/harness.ts'
import { openDraft } from './finalize-invoice.ts'
import { lockInvoiceRow } from './invoices.db.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('gives a draft totals but no number, and numbers, opens and dates it on finalize', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const draft = await call('POST', '/api/invoicing', {
    customerId,
    lineItems: [{ description: 'Hours', quantity: 50, unitAmountCents: 24_167 }],
    vatRateBps: 2_000,
  })
  expect(draft.status).toBe(201)
  expect(draft.headers.get('location')).toBe(`/api/invoicing/${toId(draft)}`)
  expect(draft.body).toMatchObject({
    status: 'draft',
    source: 'one_off',
    number: null,
    issueDate: null,
    currency: 'EUR',
    subtotalAmountCents: 1_208_350,
    vatAmountCents: 241_670,
    totalAmountCents: 1_450_020,
  })
  const opened = await call('POST', `/api/invoicing/${toId(draft)}/finalize`)
  expect(opened.status).toBe(200)
  expect(opened.body).toMatchObject({
    status: 'open',
    number: `INV-${new Date().getUTCFullYear()}-000001`,
    paymentsHostedInvoiceUrl: null,
  })
  const days =
    (Date.parse(String(opened.body['dueOn'])) - Date.parse(String(opened.body['issuedOn']))) / 864e5
  expect(days).toBe(30)
  const again = await call('POST', `/api/invoicing/${toId(draft)}/finalize`)
  expect([again.status, again.body['code']]).toEqual([409, 'invoice_not_draft'])
})

test('copies the lines, so that a later change of the offer changes no invoice', async () => {
  const call = harness.as('owner')
  const offerId = toId(
    await call('POST', '/api/offers', {
      name: 'Audit',
      priceCents: 90_000,
      billingModel: 'one_off',
    }),
  )
  const id = await createDraft(call, { lineItems: undefined, offerId })
  await call('PATCH', `/api/offers/${offerId}`, { priceCents: 1, name: 'Changed' })
  const invoice = await call('GET', `/api/invoicing/${id}`)
  expect(invoice.body).toMatchObject({
    offerId,
    lineItems: [{ description: 'Audit', quantity: 1, unitAmountCents: 90_000 }],
    totalAmountCents: 108_000,
  })
})

test('changes only a draft, and only if the version is the current one', async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  const read = await call('GET', `/api/invoicing/${id}`)
  const etag = read.headers.get('etag') ?? ''
  const changed = await call(
    'PATCH',
    `/api/invoicing/${id}`,
    { vatRateBps: 0 },
    { 'if-match': etag },
  )
  expect([changed.status, changed.body['totalAmountCents']]).toEqual([200, 30_000])
  const stale = await call(
    'PATCH',
    `/api/invoicing/${id}`,
    { vatRateBps: 1_000 },
    { 'if-match': etag },
  )
  expect([stale.status, stale.body['code']]).toEqual([412, 'precondition_failed'])
  await call('POST', `/api/invoicing/${id}/finalize`)
  const late = await call('PATCH', `/api/invoicing/${id}`, { vatRateBps: 1_000 })
  expect([late.status, late.body['code']]).toEqual([409, 'invoice_not_draft'])
})

test.each([
  [{ vatRateBps: 10_001 }, 400],
  [{ vatRateBps: 0.5 }, 400],
  [{ vatRateBps: -1 }, 400],
  [{ lineItems: [] }, 400],
  [{ lineItems: [{ description: 'x', quantity: 0, unitAmountCents: 1 }] }, 400],
  [{ lineItems: [{ description: 'x', quantity: 1.00001, unitAmountCents: 1 }] }, 400],
  [{ lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 1.5 }] }, 400],
  [{ offerId: 'off_1' }, 400],
  [{ unknown: 1 }, 400],
  [{ dueDate: 'tomorrow' }, 400],
  [{ dueDate: null }, 201],
  [{ customerId: 'cus_00000000000000000000000000000000' }, 404],
  [
    { lineItems: [{ description: 'x', quantity: 1_000_000, unitAmountCents: 999_999_999_999 }] },
    422,
  ],
])('responds to %j in a draft with %d', async (more, status) => {
  const call = harness.as('admin')
  const answer = await call('POST', '/api/invoicing', {
    customerId: await createCustomer(call),
    lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 100 }],
    ...more,
  })
  expect(answer.status).toBe(status)
})

test('refuses with currency_mismatch if customer and offer have different currencies', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { currency: 'USD' })
  const offerId = toId(
    await call('POST', '/api/offers', { name: 'Euro', priceCents: 1, billingModel: 'one_off' }),
  )
  const refused = await call('POST', '/api/invoicing', { customerId, offerId })
  expect([refused.status, refused.body['code']]).toEqual([409, 'currency_mismatch'])
})

test('leaves no gap and no duplicate number when 50 finalizes run at once and a third fail after numbering', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const ids = await Promise.all(Array.from({ length: 50 }, () => createDraft(call, { customerId })))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }),
      fc.constant(ids.splice(0, 25)),
      async (fails, batch) => {
        await Promise.all(
          batch.map((id, index) =>
            harness.deps.db
              .transaction()
              .execute(async (tx) => {
                await openDraft(harness.deps, tx, {
                  draft: await lockInvoiceRow(tx, call.orgId, id),
                  seller: null,
                })
                if (fails[index]) throw new Error('injected')
              })
              .catch(() => {}),
          ),
        )
      },
    ),
    { numRuns: 2 },
  )
  const all = await harness.deps.db
    .selectFrom('invoices')
    .select('id')
    .where('org_id', '=', call.orgId)
    .where('status', '=', 'draft')
    .execute()
  await Promise.all(all.map(({ id }) => call('POST', `/api/invoicing/${id}/finalize`)))
  const rows = await harness.deps.db
    .selectFrom('invoices')
    .select(['number'])
    .where('org_id', '=', call.orgId)
    .orderBy('number')
    .execute()
  const year = new Date().getUTCFullYear()
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: 50 }, (_, n) => `INV-${year}-${String(n + 1).padStart(6, '0')}`),
  )
})

test('voids only open invoices, and resets only those without value, keeping the number', async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  expect((await call('POST', `/api/invoicing/${id}/void`)).body['code']).toBe('invoice_not_open')
  await call('POST', `/api/invoicing/${id}/finalize`)
  expect((await call('POST', `/api/invoicing/${id}/reset`)).body['code']).toBe(
    'invoice_carries_value',
  )
  const voided = await call('POST', `/api/invoicing/${id}/void`)
  expect([voided.status, voided.body['status']]).toEqual([200, 'void'])
  expect((await call('POST', `/api/invoicing/${id}/void`)).status).toBe(409)

  const zero = await createDraft(call, {
    lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }],
  })
  const opened = await call('POST', `/api/invoicing/${zero}/finalize`)
  const reset = await call('POST', `/api/invoicing/${zero}/reset`)
  const { number } = opened.body
  expect(reset.body).toMatchObject({ status: 'draft', number, issueDate: null, dueDate: null })
  const reopened = await call('POST', `/api/invoicing/${zero}/finalize`)
  expect(reopened.body['number']).toBe(number)
  await call('POST', `/api/invoicing/${zero}/reset`)
  const dueDate = '2027-01-31T23:59:59.999Z'
  await call('PATCH', `/api/invoicing/${zero}`, { dueDate })
  await call('POST', `/api/invoicing/${zero}/finalize`)
  expect((await call('POST', `/api/invoicing/${zero}/reset`)).body).toMatchObject({ dueDate })
})

test('reports not_configured if ACCOUNTING_ENABLED is off', async () => {
  const call = harness.as('admin')
  expect((await call('GET', '/api/accounting')).body).toEqual({ enabled: false })
  for (const path of ['months', 'export?month=2026-03', 'documents']) {
    const answer = await call('GET', `/api/accounting/${path}`)
    expect([answer.status, answer.body['code']]).toEqual([400, 'not_configured'])
  }
})

test('refuses sync with not_configured if there is no processor', async () => {
  const call = harness.as('admin')
  const answer = await call('POST', `/api/invoicing/${await createDraft(call)}/sync`)
  expect([answer.status, answer.body['code']]).toEqual([400, 'not_configured'])
  expect(String(answer.body['detail'])).toContain('not configured')
})

test("keeps a draft's currency for new lines if the customer has none, and otherwise uses the customer's", async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const offer = { name: 'Audit', priceCents: 100, billingModel: 'one_off', currency: 'USD' }
  const offerId = toId(await call('POST', '/api/offers', offer))
  const path = `/api/invoicing/${toId(await call('POST', '/api/invoicing', { customerId, offerId }))}`
  const change = (body: object) => call('PATCH', path, body)
  expect((await change({ lineItems: [aLine] })).body).toMatchObject({
    currency: 'USD',
    offerId: null,
  })
  const inFrancs = await createCustomer(call, { currency: 'CHF' })
  expect((await change({ customerId: inFrancs })).body['code']).toBe('currency_mismatch')
  expect((await change({ customerId: inFrancs, lineItems: [aLine] })).body).toMatchObject({
    currency: 'CHF',
  })
  expect((await change({ customerId, lineItems: [aLine] })).body).toMatchObject({ currency: 'CHF' })
})

test('summarises per currency, the most used one first', async () => {
  const call = harness.as('admin')
  const euro = await createCustomer(call)
  const dollar = await createCustomer(call, { currency: 'USD' })
  const finalize = async (id: string) => toId(await call('POST', `/api/invoicing/${id}/finalize`))
  await createDraft(call, { customerId: euro })
  await finalize(await createDraft(call, { customerId: euro }))
  await finalize(await createDraft(call, { customerId: euro, dueDate: '2020-01-01T00:00:00.000Z' }))
  await finalize(await createDraft(call, { customerId: dollar }))
  const { body } = await call('GET', '/api/invoicing/summary')
  expect(body).toMatchObject({
    currency: 'EUR',
    paidCents: 0,
    outstandingCents: 72_000,
    overdueCents: 36_000,
    counts: { draft: 1, open: 2, paid: 0, void: 0, uncollectible: 0, overdue: 1 },
    byCurrency: [{ currency: 'EUR' }, { currency: 'USD', outstandingCents: 36_000 }],
  })
})

test('sorts and filters the list, and exports the same rows as CSV', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  for (const unitAmountCents of [300, 100, 200]) {
    const id = await createDraft(call, {
      customerId,
      vatRateBps: 0,
      lineItems: [{ description: 'x', quantity: 1, unitAmountCents }],
    })
    if (unitAmountCents !== 200) await call('POST', `/api/invoicing/${id}/finalize`)
  }
  const list = await call('GET', '/api/invoicing?sortBy=totalAmountCents&sortDir=asc&limit=2')
  expect(list.body).toMatchObject({
    total: 3,
    limit: 2,
    offset: 0,
    items: [{ totalAmountCents: 100 }, { totalAmountCents: 200 }],
  })
  const open = await call(
    'GET',
    `/api/invoicing?status=open&customerId=${customerId}&source=one_off`,
  )
  expect(open.body['total']).toBe(2)
  expect((await call('GET', '/api/invoicing?sortBy=secret')).status).toBe(400)
  const csv = await call(
    'GET',
    '/api/invoicing/export.csv?status=open&sortBy=totalAmountCents&sortDir=asc',
  )
  expect(csv.headers.get('content-type')).toContain('text/csv')
  const lines = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^number,status,source/)
  expect(lines[1]).toContain(',100,0,100,')
})

test('renders a PDF of a finalized invoice and none of a draft', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', {
    name: 'Łódź Studio',
    country: 'PL',
    taxId: 'PL5260001246',
  })
  const id = await createDraft(call, {
    lineItems: Array.from({ length: 120 }, (_, n) => ({
      description: `Line ${n} — ${'words and more words '.repeat(6)}`.slice(0, 500).trim(),
      quantity: 1.5,
      unitAmountCents: 999,
    })),
  })
  expect((await call('GET', `/api/invoicing/${id}/pdf`)).body['code']).toBe('invoice_not_issued')
  await call('POST', `/api/invoicing/${id}/finalize`)
  const pdf = await call('GET', `/api/invoicing/${id}/pdf`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(pdf.text.startsWith('%PDF-')).toBe(true)
  expect((await call('GET', '/api/invoicing/seller')).body).toMatchObject({ name: 'Łódź Studio' })
})

test('drafts once when an Idempotency-Key is repeated', async () => {
  const call = harness.as('admin')
  const body = {
    customerId: await createCustomer(call),
    lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 5 }],
  }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      call('POST', '/api/invoicing', body, { 'idempotency-key': 'k-1' }),
    ),
  )
  expect(new Set(answers.map(toId)).size).toBe(1)
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(1)
})

test('lets members read, but write nothing except customers', async () => {
  const admin = harness.as('admin')
  const id = await createDraft(admin)
  const member = harness.as('member', admin.orgId)
  expect((await member('GET', `/api/invoicing/${id}`)).status).toBe(200)
  const writes: Array<[string, string, object?]> = [
    [
      'POST',
      '/api/invoicing',
      { customerId: 'x', lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 1 }] },
    ],
    ['PATCH', `/api/invoicing/${id}`, {}],
    [
      'POST',
      `/api/invoicing/${id}/mark-paid`,
      { paidAt: '2026-01-01T00:00:00.000Z', method: 'cash' },
    ],
    ['PUT', '/api/invoicing/reminders', { enabled: true }],
    ...['finalize', 'send', 'void', 'reset', 'sync'].map((verb): [string, string] => [
      'POST',
      `/api/invoicing/${id}/${verb}`,
    ]),
    ['POST', '/api/invoicing/schedules', { customerId: 'x', offerId: 'y' }],
    ['PUT', '/api/invoicing/seller', { name: 'x' }],
    ['POST', '/api/offers', { name: 'x', priceCents: 1, billingModel: 'one_off' }],
  ]
  for (const [method, path, body] of writes) {
    const answer = await member(method, path, body)
    expect([method, path, answer.status]).toEqual([method, path, 403])
  }
  const customerId = await createCustomer(member)
  expect(
    (await member('PATCH', `/api/customers/${customerId}`, { name: 'New' })).body['name'],
  ).toBe('New')
  expect((await member('DELETE', `/api/customers/${customerId}`)).status).toBe(204)
})

test('refuses to delete a customer if an invoice names it', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  await createDraft(call, { customerId })
  const refused = await call('DELETE', `/api/customers/${customerId}`)
  expect([refused.status, refused.body['code']]).toEqual([409, 'customer_in_use'])
})
