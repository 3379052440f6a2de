import { OrgDeleted } from '@atrium/contracts'
import { createDatabase, inTransaction, migrate } from '@atrium/database'
import { createTestDatabase, eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft } from '../../test/harness.ts'
import { schedulesSuite } from '../../test/schedules.ts'
import type { Database } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { purgeConsumer } from '../org-tables.ts'
import { foldInvoiceSums } from './fold-sums.ts'
import { foldSums } from './sums.db.ts'

const harness = await schedulesSuite()
const { db } = harness.deps

/** Finalizes an invoice of a customer and pays it, voids it, credits it or leaves it open. */
async function issue(call: Caller, customerId: string, end: number): Promise<void> {
  const unitAmountCents = 100 * (end + 1)
  const lineItems = [{ description: 'x', quantity: 1, unitAmountCents }]
  const id = await createDraft(call, { customerId, lineItems, vatRateBps: 0 })
  const path = `/api/invoicing/${id}`
  await call('POST', `${path}/finalize`)
  const paidAt = new Date().toISOString()
  if (end === 1) await call('POST', `${path}/mark-paid`, { paidAt, method: 'cash' })
  if (end === 2) await call('POST', `${path}/void`)
  if (end === 3) await call('POST', `${path}/credit-notes`, { amountCents: 50, reason: 'x' })
  if (end === 4) {
    await call('POST', `${path}/credit-notes`, { amountCents: 70, reason: 'x' })
    await call('POST', `${path}/mark-paid`, { paidAt, method: 'cash' })
    await call('POST', `${path}/credit-notes`, { amountCents: 30, reason: 'x' })
  }
}

const items = async (call: Caller, query: string) =>
  (await call('GET', `/api/invoicing/summary?${query}`)).body['items']

/**
 * Expects the stored sums to equal those of the invoices. A period that begins within a month is
 * counted from the invoices.
 */
async function expectExact(call: Caller): Promise<void> {
  for (const by of ['month', 'customer', 'offer']) {
    const counted = await items(call, `by=${by}&from=2000-01-02`)
    expect(await items(call, `by=${by}`)).toEqual(counted)
    expect(counted).not.toEqual([])
  }
}

test('keeps sums equal to the invoices when changes and folds run concurrently', async () => {
  const call = harness.as('admin')
  const customers = [await createCustomer(call), await createCustomer(call)]
  const ends = Array.from({ length: 20 }, (_, n) => n % 5)
  await Promise.all([
    ...ends.map((end, n) => issue(call, customers[n % 2] ?? '', end)),
    ...ends.map(() => foldInvoiceSums(harness.deps)),
  ])
  await createDraft(call, { customerId: customers[0] })
  await expectExact(call)
  const { body } = await call('GET', '/api/invoicing/summary')
  expect(body).toMatchObject({
    paidCents: 4 * 200 + 4 * (500 - 70),
    outstandingCents: 4 * 100 + 4 * 350,
    counts: { draft: 1, open: 8, paid: 8, void: 4, uncollectible: 0, overdue: 0 },
  })
  expect(await items(call, 'by=month')).toMatchObject([
    { count: 16, creditedCents: 4 * 50 + 4 * 100 },
  ])
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(21)
  expect((await call('GET', '/api/invoicing?status=void')).body['total']).toBe(4)
})

test('folds to one row per key if it has invoices, and to none if it has not', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  for (const end of [0, 1, 2]) await issue(call, customerId, end)
  await foldInvoiceSums(harness.deps)
  const rows = await db
    .selectFrom('invoice_sums')
    .selectAll()
    .where('org_id', '=', call.orgId)
    .execute()
  const places = rows.map(({ kind, status, n }) => `${kind} ${status} ${n}`).toSorted()
  expect(places).toEqual(
    ['customer open 1', 'customer paid 1', 'offer open 1', 'offer paid 1']
      .concat(['month open 1', 'month paid 1', 'month void 1'])
      .toSorted(),
  )
  await expectExact(call)
})

test('keeps the sums when a fold is rolled back, and adds nothing when a change is rolled back', async () => {
  const call = harness.as('admin')
  await issue(call, await createCustomer(call), 0)
  const undone = new Error('undone')
  const undo = inTransaction(db, undefined, async (tx) => {
    await foldSums(tx, 1_000)
    await sql`update invoices set status = 'paid' where org_id = ${call.orgId}`.execute(tx)
    throw undone
  })
  await expect(undo).rejects.toBe(undone)
  await expectExact(call)
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({
    outstandingCents: 100,
    paidCents: 0,
  })
})

const purge = (orgId: string) =>
  inTransaction(db, undefined, (tx) =>
    purgeConsumer.handle(tx, {
      id: 'evt_1',
      type: OrgDeleted.type,
      orgId,
      occurredAt: new Date().toISOString(),
      data: { orgId },
    }),
  )
const toSums = (orgId: string) =>
  db.selectFrom('invoice_sums').selectAll().where('org_id', '=', orgId).execute()

const largest = (orgId: string, customerId: string, count: number, part: string) =>
  sql`insert into invoices (id, org_id, customer_id, source, status, currency, line_items, vat_rate_bps,
      subtotal_amount_cents, vat_amount_cents, total_amount_cents)
    select ${orgId} || ${part} || n, ${orgId}, ${customerId}, 'one_off', 'draft', 'EUR', '[]', 0, ${Number.MAX_SAFE_INTEGER}, 0,
      ${Number.MAX_SAFE_INTEGER}
    from generate_series(1, ${count}::int) n`.execute(db)

test('folds and purges sums beyond the largest bigint without delaying other orgs', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const count = 1_200
  // Each row of the trigger is within the bounds, but their sum is not.
  for (const part of ['a', 'b']) await largest(call.orgId, customerId, count / 2, part)
  await foldInvoiceSums(harness.deps)
  const exact = (BigInt(Number.MAX_SAFE_INTEGER) * BigInt(count)).toString()
  expect(await toSums(call.orgId)).toMatchObject([
    { n: String(count), total_cents: exact, folded: true },
  ])
  await purge(call.orgId)
  expect(await toSums(call.orgId)).toEqual([])
})

test('deletes the sums with their org, also while they are being folded', async () => {
  const call = harness.as('admin')
  await issue(call, await createCustomer(call), 0)
  let purged: Promise<unknown> = Promise.resolve()
  await inTransaction(db, undefined, async (tx) => {
    while ((await foldSums(tx, 1_000)) > 0);
    purged = purge(call.orgId)
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
        db,
      )
      expect(rows).not.toEqual([])
    })
  })
  await purged
  expect(await toSums(call.orgId)).toEqual([])
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
})

test('deletes the sums when invoices are truncated, and adds to them if a statement has no search path', async () => {
  const place = await createTestDatabase()
  const { db: own, close } = createDatabase<Database>({ url: place.url, schema: 'invoicing' })
  try {
    await migrate(own, 'invoicing', migrations)
    const sums = async () => (await sql`select n from invoicing.invoice_sums`.execute(own)).rows
    await inTransaction(own, undefined, async (tx) => {
      await sql`set local search_path to public`.execute(tx)
      await sql`insert into invoicing.customers (id, org_id, name, email) values ('c', 'o', 'B', 'b@example.com')`.execute(
        tx,
      )
      await sql`insert into invoicing.invoices (id, org_id, customer_id, source, status, currency, line_items,
          vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents)
        values ('i', 'o', 'c', 'one_off', 'draft', 'EUR', '[]', 0, 1, 0, 1)`.execute(tx)
    })
    expect(await sums()).toHaveLength(1)
    await sql`truncate invoices, invoice_sums cascade`.execute(own)
    await sql`insert into invoice_sums values ('o', 'month', '', 'EUR', 'draft', 1, 1, 0, 0)`.execute(
      own,
    )
    await sql`truncate invoices cascade`.execute(own)
    expect(await sums()).toEqual([])
  } finally {
    await close()
    await place.drop()
  }
})
