import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase, eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft, startHarness } from '../../../test/harness.ts'
import type { Database } from '../../database.ts'
import { migrations } from '../../migrations/index.ts'
import { announceOverdue } from './announce-overdue.ts'

// A long interval, so only the tests start rounds.
const harness = await startHarness({ overdueEveryMs: 3_600_000, remindEveryMs: 3_600_000 })
beforeEach(() => setClock('2026-11-01T12:00:00.000Z'))
afterAll(() => harness.stop())

const setClock = (moment: string): void => {
  harness.clock.offsetMs = Date.parse(moment) - Date.now()
}

/** Creates an open invoice that is due on 30 November, and collects its announcements. */
async function openInvoice(timezone = 'UTC', more: object = {}) {
  const call = harness.as('admin')
  harness.configure(call.orgId, { timezone })
  const announced: unknown[] = []
  harness.bus.nc.subscribe(harness.bus.subject(`events.${call.orgId}.invoice.overdue`), {
    callback: (_, message) => void announced.push(message.json<{ data: unknown }>().data),
  })
  await harness.bus.nc.flush()
  const customerId = await createCustomer(call)
  const id = await createDraft(call, { customerId, dueDate: '2026-11-30', ...more })
  const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(body).toMatchObject({ status: 'open', dueOn: '2026-11-30' })
  return { call, id, customerId, number: body['number'], announced }
}

const aGift = { description: 'Gift', quantity: 1, unitAmountCents: 0 }

const isMarked = async ({ orgId }: Caller) =>
  (
    await harness.deps.db
      .selectFrom('invoices')
      .select('overdue_announced_at')
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
  ).overdue_announced_at !== null

test('announces an invoice once when its due day has ended and rounds run concurrently', async () => {
  const { call, id, customerId, number, announced } = await openInvoice()
  setClock('2026-11-30T23:59:00.000Z')
  await announceOverdue(harness.deps)
  expect(await isMarked(call)).toBe(false)
  setClock('2026-12-01T00:00:00.000Z')
  await Promise.all(Array.from({ length: 5 }, () => announceOverdue(harness.deps)))
  await eventually(() => expect(announced).toHaveLength(1))
  expect(announced).toEqual([
    {
      invoiceId: id,
      number,
      customerId,
      customerName: 'Harbour Bakery',
      customerEmail: 'accounts@bakery.example',
      source: 'one_off',
      status: 'open',
      currency: 'EUR',
      totalAmountCents: 36_000,
      dueOn: '2026-11-30',
      amountDueCents: 36_000,
    },
  ])
})

test('announces what is still due, and not again when the payment is undone', async () => {
  const { call, id, announced } = await openInvoice()
  const pay = (amountCents: number) =>
    call('POST', `/api/invoicing/${id}/payments`, {
      amountCents,
      paidAt: '2026-11-01',
      method: 'transfer',
    })
  expect((await pay(6_000)).status).toBe(201)
  setClock('2026-12-01T00:00:00.000Z')
  await announceOverdue(harness.deps)
  await eventually(() => expect(announced).toMatchObject([{ amountDueCents: 30_000 }]))
  const { body: rest } = await pay(30_000)
  const undone = await call('DELETE', `/api/invoicing/${id}/payments/${String(rest['id'])}`)
  expect(undone.status).toBe(204)
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({ status: 'open' })
  await announceOverdue(harness.deps)
  const later = await openInvoice()
  setClock('2027-12-01T00:00:00.000Z')
  await announceOverdue(harness.deps)
  // Events arrive in order, so another announcement would have arrived before this one.
  await eventually(() => expect(later.announced).toHaveLength(1))
  expect(announced).toHaveLength(1)
})

test('follows the calendar day of each zone', async () => {
  const east = await openInvoice('Australia/Sydney')
  const west = await openInvoice('America/Los_Angeles')
  setClock('2026-11-30T13:00:00.000Z')
  await announceOverdue(harness.deps)
  await eventually(() => expect(east.announced).toMatchObject([{ dueOn: '2026-11-30' }]))
  setClock('2026-12-01T07:59:00.000Z')
  await announceOverdue(harness.deps)
  expect(await isMarked(west.call)).toBe(false)
  setClock('2026-12-01T08:00:00.000Z')
  await announceOverdue(harness.deps)
  await eventually(() => expect(west.announced).toMatchObject([{ dueOn: '2026-11-30' }]))
})

test.each([
  ['paid', 'mark-paid', { paidAt: '2026-11-01T10:00:00.000Z', method: 'cash' }],
  ['void', 'void', undefined],
  ['fully credited', 'credit-notes', { reason: 'Returned' }],
])('announces nothing when the invoice is %s', async (_, verb, body) => {
  const { call, id } = await openInvoice()
  expect((await call('POST', `/api/invoicing/${id}/${verb}`, body)).status).toBeLessThan(300)
  setClock('2026-12-01T00:00:00.000Z')
  await announceOverdue(harness.deps)
  expect(await isMarked(call)).toBe(false)
})

test('announces nothing for a draft or a total of 0', async () => {
  const drafting = harness.as('admin')
  await createDraft(drafting, { dueDate: '2026-11-30' })
  const free = await openInvoice('UTC', { lineItems: [aGift] })
  setClock('2026-12-01T00:00:00.000Z')
  await announceOverdue(harness.deps)
  expect(await isMarked(drafting)).toBe(false)
  expect(await isMarked(free.call)).toBe(false)
})

test('announces every invoice once when there are more than a batch', async () => {
  const { id, announced } = await openInvoice()
  await sql`insert into invoices (id, org_id, customer_id, number, source, status, currency, line_items,
      vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date, due_date)
    select 'inv_copy' || n, org_id, customer_id, 'COPY-' || n, source, status, currency, line_items,
      vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date, due_date
    from invoices, generate_series(1, 120) as n where id = ${id}`.execute(harness.deps.db)
  setClock('2026-12-01T00:00:00.000Z')
  await Promise.all([announceOverdue(harness.deps), announceOverdue(harness.deps)])
  await announceOverdue(harness.deps)
  await eventually(() => expect(announced).toHaveLength(121))
  const ids = announced.map((data) => (data as { invoiceId: string }).invoiceId)
  expect(new Set(ids).size).toBe(121)
})

test('takes invoices as announced when they were overdue before the migration', async () => {
  const place = await createTestDatabase()
  const { db, close } = createDatabase<Database>({
    url: place.url,
    schema: 'invoicing',
    poolSize: 1,
  })
  try {
    const before = Object.entries(migrations).filter(([name]) => name < '0010')
    await migrate(db, 'invoicing', Object.fromEntries(before))
    await sql`insert into customers (id, org_id, name, email)
      values ('cus_1', 'org_1', 'Quay', 'quay@example.com')`.execute(db)
    await sql`insert into invoices (id, org_id, customer_id, source, status, currency, line_items,
        vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents, due_date)
      select id, 'org_1', 'cus_1', 'one_off', status, 'EUR', '[]', 0, 100, 0, 100, now() + due
      from (values ('inv_late', 'open', interval '-1 day'), ('inv_coming', 'open', '1 day'),
        ('inv_draft', 'draft', '-1 day')) as made (id, status, due)`.execute(db)
    await migrate(db, 'invoicing', migrations)
    const marked = db
      .selectFrom('invoices')
      .select('id')
      .where('overdue_announced_at', 'is not', null)
    expect(await marked.execute()).toEqual([{ id: 'inv_late' }])
  } finally {
    await close()
    await place.drop()
  }
})
