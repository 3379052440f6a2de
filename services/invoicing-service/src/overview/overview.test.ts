import {
  InvoicingAttention,
  InvoicingLiveAssets,
  InvoicingOverview,
  InvoicingReleaseSettled,
  InvoicingSearch,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { expect, test } from 'vitest'
import { aSchedule, monthsAgo, schedulesSuite } from '../../test/schedules.ts'
import { generateInvoices } from '../schedules/generate-invoices.ts'

const harness = await schedulesSuite()

test('lists overdue invoices and stuck schedules as needing attention, only in their own org', async () => {
  const call = harness.as('admin')
  const { id } = await aSchedule(harness, call, monthsAgo(0))
  await generateInvoices(harness.deps, 100)
  const { db } = harness.deps
  const invoice = await db
    .updateTable('invoices')
    .set({ due_date: new Date('2020-01-01') })
    .where('schedule_id', '=', id)
    .returning(['id', 'org_id', 'number'])
    .executeTakeFirstOrThrow()
  const attention = async (orgId: string) =>
    (await callRpc(harness.bus, InvoicingAttention, { orgId, userId: 'usr_1' })).items
  expect(await attention(invoice.org_id)).toMatchObject([
    {
      kind: 'invoice_overdue',
      severity: 'warning',
      count: 1,
      at: '2020-01-01T00:00:00.000Z',
      href: `/invoices/${invoice.id}`,
      detail: expect.stringContaining(String(invoice.number)),
    },
  ])
  await db.updateTable('invoices').set({ status: 'void' }).where('id', '=', invoice.id).execute()
  expect(await attention(invoice.org_id)).toMatchObject([
    { kind: 'schedule_stuck', severity: 'error', count: 1, href: `/subscriptions/${id}` },
  ])
  expect(await attention('org_other')).toEqual([])
})

test('sums what is open, and what was paid this month in the time zone of the org', async () => {
  const call = harness.as('admin')
  const { id } = await aSchedule(harness, call, monthsAgo(0))
  await generateInvoices(harness.deps, 100)
  const { db, now } = harness.deps
  const invoice = await db
    .selectFrom('invoices')
    .select(['id', 'org_id', 'currency', 'total_amount_cents'])
    .where('schedule_id', '=', id)
    .executeTakeFirstOrThrow()
  const total = Number(invoice.total_amount_cents)
  const read = async (orgId: string) =>
    await callRpc(harness.bus, InvoicingOverview, { orgId, userId: 'usr_1' })
  const figures = { currency: invoice.currency, overdueCents: 0 }
  expect(await read(invoice.org_id)).toMatchObject({
    money: { ...figures, openCents: total, paidThisMonthCents: 0 },
    hasIssuedInvoice: true,
    hasAccounting: false,
  })
  const pay = (paid_at: Date) =>
    db
      .updateTable('invoices')
      .set({ paid_at, status: 'paid' })
      .where('id', '=', invoice.id)
      .execute()
  await pay(now())
  expect((await read(invoice.org_id)).money).toEqual({
    ...figures,
    openCents: 0,
    paidThisMonthCents: total,
  })
  await pay(new Date(now().getTime() - 32 * 86_400_000))
  expect((await read(invoice.org_id)).money.paidThisMonthCents).toBe(0)
  expect(await read('org_other')).toMatchObject({ isSetUp: false, hasIssuedInvoice: false })
})

test('finds customers with their invoices, invoices by number, and offers, only in the own org', async () => {
  const call = harness.as('admin')
  const { id } = await aSchedule(harness, call, monthsAgo(0))
  await generateInvoices(harness.deps, 100)
  const found = await harness.deps.db
    .selectFrom('invoices as i')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .innerJoin('offers as o', 'o.id', 'i.offer_id')
    .select([
      'i.id',
      'i.number',
      'i.org_id',
      'c.id as customer',
      'c.name',
      'o.id as offer',
      'o.name as offerName',
    ])
    .where('i.schedule_id', '=', id)
    .executeTakeFirstOrThrow()
  const search = async (q: string, orgId = found.org_id) =>
    (await callRpc(harness.bus, InvoicingSearch, { orgId, userId: 'usr_1', q })).items
  const byName = await search(found.name.toUpperCase())
  expect(byName).toMatchObject([
    { type: 'customer', id: found.customer },
    { type: 'invoice', id: found.id },
  ])
  expect((await search(String(found.number))).map((hit) => hit.id)).toEqual([found.id])
  expect(await search(found.offerName)).toMatchObject([{ type: 'offer', id: found.offer }])
  expect(await search(found.name, 'org_other')).toEqual([])
})

test('keeps a file alive while an offer of the organisation refers to it', async () => {
  const call = harness.as('admin')
  const { id } = await aSchedule(harness, call, monthsAgo(0))
  const { db } = harness.deps
  const { org_id: orgId, offer_id: offerId } = await db
    .selectFrom('schedules')
    .select(['org_id', 'offer_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const key = `${orgId}/pub/0c8f9d4e-6a1b-4c2d-8e3f-112233445566.png`
  const live = async (org: string) =>
    (await callRpc(harness.bus, InvoicingLiveAssets, { orgId: org, keys: [key], releaseId: 'one' }))
      .live
  expect(await live(orgId)).toEqual([])
  const describe = (description: string) =>
    harness.as('admin', orgId)('PATCH', `/api/offers/${offerId}`, { description })
  const url = `https://api.example/api/assets/${key}`
  // Until the release round is settled, the file may still be deleted.
  expect(await describe(url)).toMatchObject({ status: 409, body: { code: 'asset_released' } })
  await callRpc(harness.bus, InvoicingReleaseSettled, {
    orgId,
    releaseId: 'one',
    released: [],
    kept: [key],
  })
  expect((await describe(url)).status).toBe(200)
  expect([await live(orgId), await live('org_other')]).toEqual([[key], []])
  const candidates = () =>
    db.selectFrom('release_candidates').select('asset_key').where('org_id', '=', orgId).execute()
  expect((await describe('Nothing')).status).toBe(200)
  expect([await live(orgId), await candidates()]).toEqual([[], [{ asset_key: key }]])
})
