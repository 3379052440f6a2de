import { invoiceTotals } from '@atrium/contracts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  type Caller,
  createCustomer,
  createDraft,
  startHarness,
  toId,
} from '../../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

interface Listed {
  id: string
  number: string | null
  customerName: string
  totalAmountCents: number
}

const list = async (call: Caller, query: string) => {
  const { status, body } = await call('GET', `/api/invoicing?${query}`)
  expect(status).toBe(200)
  return body as unknown as { items: Listed[]; total: number; next: string | null }
}
const readTotals = async (call: Caller, query: string) =>
  (await list(call, `${query}&sortBy=totalAmountCents&sortDir=asc`)).items.map(
    (item) => item.totalAmountCents,
  )

/**
 * Creates open invoices of 100, 200, … cents, issued on 1 January, 1 February, … 2026, and a draft.
 */
async function aLedger() {
  const call = harness.as('admin')
  const bakery = await createCustomer(call, { name: 'Harbour Bakery 100%' })
  const studio = await createCustomer(call, {
    name: 'Łódź Studio',
    email: 'billing@studio.example',
    taxId: 'PL5260001246',
  })
  const ids: string[] = []
  for (let n = 1; n <= 5; n += 1) {
    const id = await createDraft(call, {
      customerId: n % 2 === 0 ? studio : bakery,
      vatRateBps: 0,
      lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 100 * n }],
    })
    if (n < 5) await call('POST', `/api/invoicing/${id}/finalize`)
    ids.push(id)
  }
  for (const [index, id] of ids.slice(0, 4).entries()) {
    const issue_date = new Date(Date.UTC(2026, index, 1, 23, 59, 59, 999))
    await harness.deps.db.updateTable('invoices').set({ issue_date }).where('id', '=', id).execute()
  }
  return { call, bakery, studio, ids }
}

test('shows the customer’s current name in each row', async () => {
  const { call, bakery } = await aLedger()
  await call('PATCH', `/api/customers/${bakery}`, { name: 'Harbour Bread' })
  const { items } = await list(call, `customerId=${bakery}`)
  expect(items.map(({ customerName }) => customerName)).toEqual(Array(3).fill('Harbour Bread'))
})

test('finds a part of number, name or mail address with q in upper or lower case, and reads q as plain text', async () => {
  const { call } = await aLedger()
  expect(await readTotals(call, 'q=ŁÓDŹ')).toEqual([200, 400])
  expect(await readTotals(call, 'q=BILLING@')).toEqual([200, 400])
  expect(await readTotals(call, 'q=000003')).toEqual([300])
  expect(await readTotals(call, 'q=inv-')).toEqual([100, 200, 300, 400])
  expect(await readTotals(call, 'q=100%25')).toEqual([100, 300, 500])
  expect(await readTotals(call, 'q=_')).toEqual([])
  expect(await readTotals(call, 'q=%20')).toHaveLength(5)
})

test('includes the whole days from and to of the issue date, and no drafts', async () => {
  const { call } = await aLedger()
  expect(await readTotals(call, 'from=2026-02-01&to=2026-03-01')).toEqual([200, 300])
  expect(
    await readTotals(call, 'from=2026-02-01T23:59:59.999Z&to=2026-02-28T23:59:59.999Z'),
  ).toEqual([200])
  expect(await readTotals(call, 'to=2026-01-31')).toEqual([100])
})

test('includes minCents and maxCents in the range of totals, together with every other filter', async () => {
  const { call, studio } = await aLedger()
  expect(await readTotals(call, 'minCents=200&maxCents=400')).toEqual([200, 300, 400])
  expect(
    await readTotals(
      call,
      `minCents=201&q=studio&customerId=${studio}&status=open&from=2026-01-01`,
    ),
  ).toEqual([400])
  const csv = await call('GET', '/api/invoicing/export.csv?minCents=300&from=2026-01-01')
  const [header, ...exported] = csv.text.trimEnd().split('\r\n')
  const last =
    ',id,customerName,paidAt,creditedCents,amountDueCents,customerTaxId,issuedOn,dueOn,subtotal,vat,total,amountDue,orderNumber,buyerReference,contractNumber,serviceFrom,serviceTo'
  expect([header?.endsWith(last), exported.length]).toEqual([true, 2])
  expect(exported[0]).toMatch(
    /,inv_[0-9a-f]{32},Łódź Studio,,0,\d+,PL5260001246,2026-0\d-\d\d,[^,]*(,\d+\.\d\d){4},,,,,$/,
  )
})

test('exports every invoice once in list order, with the tax id that it was issued to', async () => {
  const { call, studio } = await aLedger()
  await call('PATCH', `/api/customers/${studio}`, { taxId: 'PL1111111111' })
  const { db } = harness.deps
  const [one] = await db
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where((eb) => eb.and({ org_id: call.orgId, customer_id: studio }))
    .limit(1)
    .execute()
  if (one === undefined) throw new Error('no invoice')
  // More than two batches, many of them with the same timestamp.
  await sql`insert into invoices (id, org_id, customer_id, number, source, status, currency, line_items, vat_rate_bps,
      subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date)
    select 'inv_' || md5(id || n), org_id, customer_id, 'X-' || n, source, status, currency, line_items, vat_rate_bps,
      subtotal_amount_cents, vat_amount_cents, total_amount_cents, '2026-01-01'::timestamptz + n / 400 * interval '1 day'
    from invoices, generate_series(1, 1200) n where id = ${one.id}`.execute(db)
  const csv = await call('GET', '/api/invoicing/export.csv?sortDir=asc')
  const [, ...rows] = csv.text.trimEnd().split('\r\n')
  const cells = rows.map((row) => row.split(','))
  expect(cells).toHaveLength(1_205)
  expect(new Set(cells.map((row) => row[11])).size).toBe(1_205)
  const taxIds = new Map(cells.map((row) => [row[0], row[16]]))
  // An issued invoice has the frozen tax id. An invoice without a buyer has the current one.
  expect([taxIds.get(one.number ?? ''), taxIds.get('X-1')]).toEqual([
    'PL5260001246',
    'PL1111111111',
  ])
  const walked: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list(
      call,
      `sortDir=asc&limit=100${next === '' ? '' : `&cursor=${next}`}`,
    )
    walked.push(...page.items.map(({ id }) => id))
    next = page.next
  }
  expect(cells.map((row) => row[11])).toEqual(walked)
})

test('lists an invoice as overdue in every order and in the export if an amount is open after the due date', async () => {
  const { call, ids } = await aLedger()
  const now = harness.clock.now().getTime()
  for (const [index, id] of ids.slice(0, 4).entries()) {
    const due_date = new Date(now + (index < 3 ? -index - 1 : 1) * 3_600_000)
    await harness.deps.db.updateTable('invoices').set({ due_date }).where('id', '=', id).execute()
  }
  await call('POST', `/api/invoicing/${ids[1]}/void`)
  expect(await readTotals(call, 'overdue=true')).toEqual([100, 300])
  const first = await list(call, 'overdue=true&sortBy=dueDate&sortDir=asc&limit=1')
  expect([first.total, first.items.map(({ id }) => id)]).toEqual([2, [ids[2]]])
  expect(await readTotals(call, 'overdue=true&status=paid')).toEqual([])
  const csv = await call('GET', '/api/invoicing/export.csv?overdue=true')
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(3)
  const credited = { credited_cents: '300' }
  await harness.deps.db
    .updateTable('invoices')
    .set(credited)
    .where('id', '=', ids[2] ?? '')
    .execute()
  expect(await readTotals(call, 'overdue=true')).toEqual([100])
})

test.each([
  'overdue=false',
  'from=yesterday',
  'to=2026-02-30',
  'from=2026-02-02&to=2026-02-01',
  'minCents=1.5',
  'minCents=x',
  'minCents=2&maxCents=1',
  'maxCents=1000000000000',
  `q=${'x'.repeat(201)}`,
  'cursor=x',
])('refuses %s', async (query) => {
  const { status, body } = await harness.as('member')('GET', `/api/invoicing?${query}`)
  expect([status, body['code']]).toEqual([400, 'validation_failed'])
})

test.each(
  ['issueDate', 'dueDate', 'totalAmountCents', 'status'].flatMap((by) => [
    [by, 'asc'],
    [by, 'desc'],
  ]),
)(
  'reaches every invoice once by cursors, sorted by %s, %s, in the order of one page',
  async (sortBy, sortDir) => {
    const { call } = await aLedger()
    await createDraft(call)
    const order = `sortBy=${sortBy}&sortDir=${sortDir}`
    const whole = await list(call, `${order}&limit=100`)
    expect([whole.items.length, whole.next]).toEqual([6, null])
    const walked: string[] = []
    let next: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        call,
        `${order}&limit=2${next === null ? '' : `&cursor=${next}`}`,
      )
      expect(page.total).toBe(6)
      walked.push(...page.items.map(({ id }) => id))
      next = page.next
    } while (next !== null)
    expect(walked).toEqual(whole.items.map(({ id }) => id))
  },
)

test('refuses a cursor of another order, and shows nothing of another org if the cursor is from there', async () => {
  const { call } = await aLedger()
  const { next } = await list(call, 'limit=2')
  const refused = await call('GET', `/api/invoicing?sortDir=asc&cursor=${next}`)
  expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed'])
  expect(await list(harness.as('owner'), `cursor=${next}`)).toMatchObject({
    items: [],
    total: 0,
    next: null,
  })
})

test('computes an editor’s totals on the server to the cent', async () => {
  const call = harness.as('admin')
  const currencies = ['EUR', 'USD', 'JPY']
  const customers = await Promise.all(
    currencies.map((currency) => createCustomer(call, { currency })),
  )
  const line = fc.record({
    description: fc.constant('x'),
    quantity: fc.integer({ min: 1, max: 10_000_000 }).map((scaled) => scaled / 10_000),
    unitAmountCents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  })
  const rate = fc.oneof(fc.constantFrom(2_000, 1_000, 550, 0), fc.integer({ min: 0, max: 10_000 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 20 }),
      rate,
      fc.constantFrom(...customers),
      async (lineItems, vatRateBps, customerId) => {
        const draft = await call('POST', '/api/invoicing', { customerId, lineItems, vatRateBps })
        const { lines: _, rates: __, ...totals } = invoiceTotals(lineItems, vatRateBps)
        expect(draft.body).toMatchObject({ ...totals, id: toId(draft) })
      },
    ),
    { numRuns: 60 },
  )
})

test('exports decimals and a separator that a spreadsheet in the organisation’s language reads', async () => {
  const { call } = await aLedger()
  const read = async (query: string) => {
    const answer = await call.raw(`/api/invoicing/export.csv?${query}`)
    return Buffer.from(await answer.arrayBuffer()).toString()
  }
  const english = await read('minCents=300&maxCents=300')
  expect(english.startsWith('\uFEFFnumber,status,')).toBe(true)
  expect(english).toContain(',3.00,')
  harness.configure(call.orgId, { locale: 'de-DE' })
  const german = await read('minCents=300&maxCents=300')
  expect(german.startsWith('\uFEFFnumber;status;')).toBe(true)
  expect(german).toContain(';3,00;')
  expect(await read('minCents=300&maxCents=300&separator=tab')).toContain('\t3.00\t')
  expect((await call('GET', '/api/invoicing/export.csv?separator=x')).status).toBe(400)
})
