import { FileDocuments } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft, startHarness } from '../../test/harness.ts'
import { recordSale } from '../invoices/processor/record-sale.ts'

const harness = await startHarness({ env: { ACCOUNTING_ENABLED: 'true' } })
afterAll(() => harness.stop())

/** Moves the records of an org to a moment, because the journal goes by the date of a record. */
const dated = async (call: Caller, kind: string, moment: string) => {
  const { db } = harness.deps
  await sql`update invoice_history set created_at = ${moment} where org_id = ${call.orgId} and kind = ${kind}`.execute(
    db,
  )
}

async function issued(call: Caller, month: string, more: object = {}): Promise<string> {
  const taxId = 'FR83404833048'
  const customerId = await createCustomer(call, {
    name: 'Café "Ö"\t;',
    billingCountry: 'FR',
    taxId,
  })
  const lineItems = [{ description: 'Hours', quantity: 3, unitAmountCents: 3_333 }]
  const id = await createDraft(call, { customerId, lineItems, ...more })
  await call('POST', `/api/invoicing/${id}/finalize`)
  const issue_date = new Date(`${month}-15T10:00:00.000Z`)
  await harness.deps.db.updateTable('invoices').set({ issue_date }).where('id', '=', id).execute()
  return id
}

const journal = async (call: Caller, query: string) => {
  const answer = await call('GET', `/api/accounting/export?${query}`)
  expect(answer.status).toBe(200)
  const [header = '', ...lines] = answer.text.trimEnd().split('\r\n')
  return { answer, header, lines }
}
// Sums journal, account, debit and credit of the tab-separated file.
const sums = (lines: readonly string[]) =>
  lines.map((line) => {
    const cells = line.split('\t')
    return [cells[0], cells[4], cells[11], cells[12]].join(' ')
  })

test('exports balanced entries for a month and keeps the file if a payment or void follows later', async () => {
  const call = harness.as('admin')
  const paid = await issued(call, '2026-03')
  const voided = await issued(call, '2026-03')
  const march = 'month=2026-03&format=fec'
  const before = await journal(call, march)
  expect(before.header.split('\t')).toHaveLength(18)
  expect(sums(before.lines)).toEqual([
    'VE 411000 119,99 0,00',
    'VE 706000 0,00 99,99',
    'VE 445710 0,00 20,00',
    'VE 411000 119,99 0,00',
    'VE 706000 0,00 99,99',
    'VE 445710 0,00 20,00',
  ])
  expect(before.lines[0]?.split('\t')).toMatchObject({
    2: '202603-000001',
    3: '20260315',
    7: 'Café "Ö" ;',
    9: '20260315',
    15: '20260315',
    8: expect.stringMatching(/^INV-/),
    10: expect.stringMatching(/^Invoice INV-/),
  })
  const payment = { paidAt: '2026-03-20T00:00:00.000Z', method: 'transfer', reference: 'R1' }
  expect((await call('POST', `/api/invoicing/${paid}/mark-paid`, payment)).status).toBe(200)
  expect((await call('POST', `/api/invoicing/${voided}/void`)).status).toBe(200)
  await dated(call, 'paid', '2026-04-02T00:00:00.000Z')
  await dated(call, 'voided', '2026-04-03T00:00:00.000Z')
  expect((await journal(call, march)).answer.text).toBe(before.answer.text)
  const april = await journal(call, 'month=2026-04&format=fec')
  expect(sums(april.lines)).toEqual([
    'BQ 512000 119,99 0,00',
    'BQ 411000 0,00 119,99',
    'VE 411000 0,00 119,99',
    'VE 706000 99,99 0,00',
    'VE 445710 20,00 0,00',
  ])
  // A payment's document date is its day of arrival.
  expect(april.lines[0]?.split('\t')[9]).toBe('20260320')
  const { body } = await call('GET', '/api/accounting/months')
  expect(body['items']).toEqual([
    {
      month: '2026-04',
      currency: 'EUR',
      invoices: 0,
      invoicedCents: 0,
      creditNotes: 0,
      creditedCents: 0,
      payments: 1,
      paidCents: 11_999,
      refunds: 0,
      refundedCents: 0,
    },
    {
      month: '2026-03',
      currency: 'EUR',
      invoices: 2,
      invoicedCents: 23_998,
      creditNotes: 0,
      creditedCents: 0,
      payments: 0,
      paidCents: 0,
      refunds: 0,
      refundedCents: 0,
    },
  ])
})

test('reverses a credited part of a sale and closes the rest when the payment arrives', async () => {
  const call = harness.as('admin')
  const id = await issued(call, '2026-06')
  const note = await call('POST', `/api/invoicing/${id}/credit-notes`, {
    amountCents: 1_200,
    reason: 'Late',
  })
  expect(note.status).toBe(201)
  const payment = { paidAt: '2026-06-20T00:00:00.000Z', method: 'transfer' }
  expect((await call('POST', `/api/invoicing/${id}/mark-paid`, payment)).status).toBe(200)
  const created_at = new Date('2026-06-16T00:00:00.000Z')
  const { db } = harness.deps
  await db
    .updateTable('credit_notes')
    .set({ created_at })
    .where('org_id', '=', call.orgId)
    .execute()
  await dated(call, 'paid', '2026-06-21T00:00:00.000Z')
  const { lines } = await journal(call, 'month=2026-06&format=fec')
  expect(sums(lines)).toEqual([
    'VE 411000 119,99 0,00',
    'VE 706000 0,00 99,99',
    'VE 445710 0,00 20,00',
    'VE 411000 0,00 12,00',
    'VE 706000 10,00 0,00',
    'VE 445710 2,00 0,00',
    'BQ 512000 107,99 0,00',
    'BQ 411000 0,00 107,99',
  ])
  expect(lines[3]?.split('\t')[8]).toMatch(/^CN-/)
  expect((await call('GET', '/api/accounting/months')).body['items']).toMatchObject([
    { month: '2026-06', creditNotes: 1, creditedCents: 1_200, payments: 1, paidCents: 10_799 },
  ])
})

test('exports the same entries as CSV with VAT rate, tax id, country and method', async () => {
  const call = harness.as('admin')
  await issued(call, '2026-03')
  const { header, lines } = await journal(call, 'month=2026-03')
  expect(header.split(',').slice(-4)).toEqual([
    'VatRate',
    'CustomerTaxId',
    'CustomerCountry',
    'PaymentMethod',
  ])
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(
    /^VE,Sales,202603-000001,2026-03-15,706000,.*,0\.00,99\.99,.*,20,FR83404833048,FR,$/,
  )
})

test('states the VAT rate of the lines instead of the rate of the document', async () => {
  const call = harness.as('admin')
  const books = { description: 'Books', quantity: 1, unitAmountCents: 1_000, vatRateBps: 700 }
  const work = { description: 'Work', quantity: 1, unitAmountCents: 1_000 }
  await issued(call, '2026-03', { vatRateBps: 1_900, lineItems: [books] })
  await issued(call, '2026-03', { vatRateBps: 1_900, lineItems: [books, work] })
  const { lines } = await journal(call, 'month=2026-03')
  const rates = lines.map((line) => line.split(',').at(-4))
  expect(rates).toEqual(['', '7', '7', '', '19', '19', '7', '7'])
})

test('states net and VAT of each rate of an invoice, its credit note and its void', async () => {
  const call = harness.as('admin')
  const lineItems = [
    { description: 'Hours', quantity: 3, unitAmountCents: 3_333 },
    { description: 'Book', quantity: 1, unitAmountCents: 2_000, vatRateBps: 700 },
  ]
  const customerId = await createCustomer(call, { billingCountry: 'DE' })
  const terms = { customerId, lineItems, vatRateBps: 1_900 }
  const credited = await issued(call, '2026-03', terms)
  const notes = `/api/invoicing/${credited}/credit-notes`
  const torn = { description: 'Torn book', quantity: 1, unitAmountCents: 500, vatRateBps: 700 }
  for (const part of [{ amountCents: 1_000 }, { lineItems: [torn] }, {}])
    expect((await call('POST', notes, { ...part, reason: 'Late' })).status).toBe(201)
  const voided = await issued(call, '2026-03', terms)
  expect((await call('POST', `/api/invoicing/${voided}/void`)).status).toBe(200)
  const { db } = harness.deps
  const created_at = new Date('2026-03-16T00:00:00.000Z')
  await db
    .updateTable('credit_notes')
    .set({ created_at })
    .where('org_id', '=', call.orgId)
    .execute()
  await dated(call, 'voided', '2026-03-17T00:00:00.000Z')
  const { lines } = await journal(call, 'month=2026-03&format=csv&separator=%3B')
  const rows = lines.map((line) => {
    const cells = line.split(';')
    return [cells[2]?.at(-1), cells[4], cells[11], cells[12], cells[18]].join(' ')
  })
  expect(rows.slice(0, 5)).toEqual([
    '1 411000 140,39 0,00 ',
    '1 706000 0,00 99,99 19',
    '1 445710 0,00 19,00 19',
    '1 706000 0,00 20,00 7',
    '1 445710 0,00 1,40 7',
  ])
  const readCents = (cell: string | undefined) => Math.round(Number(cell?.replace(',', '.')) * 100)
  const balance = (account: string, rate: string) =>
    rows
      .map((row) => row.split(' '))
      .filter((cells) => cells[1] === account && cells[4] === rate)
      .reduce((sum, [, , debit, owed]) => sum + readCents(debit) - readCents(owed), 0)
  expect(new Set(rows.map((row) => row[0]))).toEqual(new Set(['1', '2', '3', '4', '5', '6']))
  for (const rate of ['19', '7'])
    expect([balance('706000', rate), balance('445710', rate)]).toEqual([0, 0])
})

test('exports a separator and a decimal mark that a spreadsheet in the organisation’s language reads', async () => {
  const call = harness.as('admin')
  await issued(call, '2026-03', { vatRateBps: 550 })
  harness.configure(call.orgId, { locale: 'de-DE' })
  const { header, lines } = await journal(call, 'month=2026-03')
  expect(header.startsWith('JournalCode;JournalLib;')).toBe(true)
  expect(header.split(';')).toHaveLength(22)
  expect(lines[1]).toMatch(/^VE;Sales;202603-000001;2026-03-15;706000;.*;0,00;99,99;.*;5,5;FR/)
  // A semicolon in the customer's name is no separator.
  expect(lines[0]).toContain(';"Café ""Ö""\t;";')
  const english = await journal(call, 'month=2026-03&separator=,')
  expect(english.lines[1]).toMatch(/,0\.00,99\.99,.*,5\.5,FR/)
  const tabs = await journal(call, 'month=2026-03&separator=tab')
  expect(tabs.lines[1]).toMatch(/\t0\.00\t99\.99\t/)
  expect((await journal(call, 'month=2026-03&format=fec&separator=,')).header).toContain('\t')
  expect((await call('GET', '/api/accounting/export?month=2026-03&separator=x')).status).toBe(400)
})

test('exports a complete, balanced month across batches, without other currencies and orgs', async () => {
  const call = harness.as('member')
  const id = await issued(harness.as('admin', call.orgId), '2026-05')
  await sql`insert into invoices (id, org_id, customer_id, number, source, status, currency, line_items, vat_rate_bps,
      subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date)
    select 'inv_' || md5(id || n), org_id, customer_id, 'X-' || n, source, status, currency, line_items, vat_rate_bps,
      subtotal_amount_cents, vat_amount_cents, total_amount_cents, '2026-05-01'::timestamptz + n / 700 * interval '1 hour'
    from invoices, generate_series(1, 1300) n where id = ${id}`.execute(harness.deps.db)
  const { lines } = await journal(call, 'month=2026-05&format=fec')
  const cells = lines.map((line) => line.split('\t'))
  expect(new Set(cells.map((line) => line[8])).size).toBe(1_301)
  expect(cells.at(-1)?.[2]).toBe('202605-001301')
  const cents = (text: string | undefined) => Number(text?.replace(',', ''))
  const [debit, credit] = [11, 12].map((at) =>
    cells.reduce((sum, line) => sum + cents(line[at]), 0),
  )
  expect([debit, credit]).toEqual([1_301 * 11_999, 1_301 * 11_999])
  expect((await journal(call, 'month=2026-05&currency=USD')).lines).toEqual([])
  expect((await journal(harness.as('owner'), 'month=2026-05')).lines).toEqual([])
})

test.each([
  'month=2026-13',
  'month=03-2026',
  'month=2026-03&format=pdf',
  'month=2026-03&currency=euro',
  '',
])('refuses an export with %s', async (query) => {
  const { status, body } = await harness.as('admin')('GET', `/api/accounting/export?${query}`)
  expect([status, body['code']]).toEqual([400, 'validation_failed'])
})

const aDocument = (n: number, more: object = {}) => ({
  source: 'mailbox',
  externalId: `m${n}`,
  supplier: 'Paper Ltd',
  number: `P-${n}`,
  title: `Paper ${n}`,
  currency: 'EUR',
  totalAmountCents: 1_000 * n,
  file: 'p.pdf',
  url: 'https://mail.example/m',
  receivedAt: `2026-03-0${n}T00:00:00.000Z`,
  ...more,
})
const file = (orgId: string, documents: object[], bus = harness.bus) =>
  callRpc(bus, FileDocuments, {
    orgId,
    workflowId: 'wf_1',
    runId: 'run_1',
    documents: documents as never,
  })

test('files documents once, lists them newest first in pages and sums them by currency', async () => {
  const call = harness.as('admin')
  const documents = [1, 2, 3].map((n) => aDocument(n))
  documents.push(
    aDocument(4, { currency: 'USD' }),
    aDocument(5, { currency: null, totalAmountCents: null }),
  )
  const [first, again] = await Promise.all([
    file(call.orgId, documents),
    file(call.orgId, documents),
  ])
  expect([first.enabled, first.filed + again.filed]).toEqual([true, 5])
  const titles: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await call(
      'GET',
      `/api/accounting/documents?limit=2${next === '' ? '' : `&cursor=${next}`}`,
    )
    expect(body['totals']).toEqual([
      { currency: 'EUR', totalAmountCents: 6_000, count: 3 },
      { currency: 'USD', totalAmountCents: 4_000, count: 1 },
      { currency: null, totalAmountCents: 0, count: 1 },
    ])
    titles.push(...(body['items'] as unknown as Array<{ title: string }>).map(({ title }) => title))
    next = body['next'] as unknown as string | null
  }
  expect(titles).toEqual(['Paper 5', 'Paper 4', 'Paper 3', 'Paper 2', 'Paper 1'])
  expect((await call('GET', '/api/accounting/documents?cursor=x')).body['code']).toBe(
    'validation_failed',
  )
  expect((await harness.as('owner')('GET', '/api/accounting/documents')).body).toMatchObject({
    items: [],
  })
})

test('lets an admin mark a document as booked and undo it, changes nothing when repeated, and refuses members and strangers', async () => {
  const call = harness.as('admin')
  await file(call.orgId, [aDocument(1), aDocument(2)])
  const { items } = (await call('GET', '/api/accounting/documents')).body as unknown as {
    items: Array<{ id: string }>
  }
  const path = `/api/accounting/documents/${items[0]?.id}`
  const booked = await call('POST', `${path}/book`)
  expect([booked.status, booked.body['bookedBy']]).toMatchObject([
    200,
    { type: 'user', id: call.userId },
  ])
  expect((await harness.as('owner', call.orgId)('POST', `${path}/book`)).body).toEqual(booked.body)
  expect((await harness.as('member', call.orgId)('POST', `${path}/unbook`)).status).toBe(403)
  expect((await harness.as('owner')('POST', `${path}/unbook`)).status).toBe(404)
  const open = await call('GET', '/api/accounting/documents?booked=false')
  expect(open.body).toMatchObject({ items: [{ id: items[1]?.id }], totals: [{ count: 1 }] })
  expect((await call('GET', '/api/accounting/documents?booked=true')).body).toMatchObject({
    items: [{ id: items[0]?.id }],
  })
  expect((await call('POST', `${path}/unbook`)).body).toMatchObject({
    bookedAt: null,
    bookedBy: null,
  })
})

test('shows the session id in the journal if a sale by checkout has no number', async () => {
  const call = harness.as('admin')
  const { db } = harness.deps
  const sold = new Date('2026-07-10T10:00:00.000Z')
  await inTransaction(db, undefined, (tx) =>
    recordSale(harness.deps, tx, {
      orgId: call.orgId,
      accountId: 'acct_1',
      sale: {
        buyer: {
          processorCustomerId: null,
          email: 'buyer@example.com',
          name: 'A Buyer',
          address: null,
        },
        lineItems: [{ description: 'Audit', quantity: 1, unitAmountCents: 1_000 }],
        netCents: 1_000,
        totalCents: 1_200,
        columns: {
          source: 'one_off',
          currency: 'eur',
          issue_date: sold,
          payments_session_id: 'cs_1',
        },
      },
    }),
  )
  await dated(call, 'paid', '2026-07-10T10:00:05.000Z')
  const { lines } = await journal(call, 'month=2026-07&format=fec')
  expect(sums(lines)).toEqual([
    'VE 411000 12,00 0,00',
    'VE 706000 0,00 10,00',
    'VE 445710 0,00 2,00',
    'BQ 512000 12,00 0,00',
    'BQ 411000 0,00 12,00',
  ])
  expect(lines.map((line) => line.split('\t')[8])).toEqual(Array.from({ length: 5 }, () => 'cs_1'))
  expect((await call('GET', '/api/accounting/months')).body['items']).toMatchObject([
    { month: '2026-07', invoices: 1, invoicedCents: 1_200, payments: 1, paidCents: 1_200 },
  ])
})
