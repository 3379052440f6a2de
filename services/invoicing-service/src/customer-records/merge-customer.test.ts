import { keepAudit } from '@atrium/service-testkit'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Caller,
  createCustomer,
  createDraft,
  type Harness,
  startHarness,
  toId,
  toRefusal,
} from '../../test/harness.ts'
import { customerTables } from './customer-records.db.ts'

let harness: Harness
let readAudit: Awaited<ReturnType<typeof keepAudit>>
beforeAll(async () => {
  harness = await startHarness()
  readAudit = await keepAudit(harness.handle.db)
})
afterAll(() => harness.stop())

const recurring = {
  name: 'Care',
  priceCents: 10_000,
  billingModel: 'recurring',
  interval: 'month',
}

/** Returns a customer with an issued invoice, a credit note, a draft and a subscription. */
async function aBusyCustomer(call: Caller, more: object = {}) {
  const customerId = await createCustomer(call, { name: 'Old Bakery', ...more })
  const invoice = await createDraft(call, { customerId })
  expect((await call('POST', `/api/invoicing/${invoice}/finalize`)).status).toBe(200)
  const credit = { amountCents: 6_000, reason: 'Late' }
  toId(await call('POST', `/api/invoicing/${invoice}/credit-notes`, credit))
  const draft = await createDraft(call, { customerId })
  const lines = [{ description: 'Sails', quantity: 1, unitAmountCents: 100 }]
  toId(await call('POST', '/api/estimates', { customerId, lineItems: lines }))
  const offerId = toId(await call('POST', '/api/offers', recurring))
  const later = '2100-01-01'
  const schedule = toId(
    await call('POST', '/api/invoicing/schedules', {
      customerId,
      offerId,
      nextInvoiceDate: later,
    }),
  )
  return { customerId, invoice, draft, schedule }
}

/** Returns what the board hears about an organisation's customers. */
async function collectRemoved(orgId: string) {
  const removed: unknown[] = []
  harness.bus.nc.subscribe(harness.bus.subject(`events.${orgId}.customer.removed`), {
    callback: (_, message) => void removed.push(message.json<{ data: unknown }>().data),
  })
  await harness.bus.nc.flush()
  return removed
}

const merge = (call: Caller, id: string, into: string) =>
  call('POST', `/api/customers/${id}/merge`, { into })

test('moves everything to the customer that stays, keeps issued documents and repeats without effect', async () => {
  const call = harness.as('admin')
  const old = await aBusyCustomer(call, { phone: '+33 1 23 45 67 89', notes: 'Old notes' })
  const into = await createCustomer(call, { name: 'New Bakery', notes: 'Own notes' })
  // As rows of earlier releases are, which read the buyer from the customer.
  await harness.deps.db
    .updateTable('invoices')
    .set({ buyer: null })
    .where('id', '=', old.invoice)
    .execute()
  const removed = await collectRemoved(call.orgId)
  const merged = await merge(call, old.customerId, into)
  expect([merged.status, merged.body]).toMatchObject([
    200,
    {
      id: into,
      name: 'New Bakery',
      phone: '+33 1 23 45 67 89',
      notes: 'Own notes\n\nOld notes',
      balanceCents: 30_000,
    },
  ])
  for (const [path, printed] of [
    [`/api/invoicing/${old.invoice}`, { buyer: { name: 'Old Bakery' } }],
    [`/api/invoicing/${old.draft}`, { buyer: null }],
    [`/api/invoicing/schedules/${old.schedule}`, {}],
  ] as const) {
    expect((await call('GET', path)).body).toMatchObject({ customerId: into, ...printed })
  }
  expect(toRefusal(await call('GET', `/api/customers/${old.customerId}`))).toEqual([
    404,
    'not_found',
  ])
  const again = await merge(call, old.customerId, into)
  expect([again.status, again.body]).toEqual([200, merged.body])
  const entries = (await readAudit(call.orgId)).filter(({ action }) => action === 'customer.merged')
  expect(entries).toMatchObject([
    { target: { id: old.customerId, name: 'Old Bakery' }, detail: { into } },
  ])
  await eventually(() => expect(removed).toEqual([{ customerId: old.customerId, into }]))
  // The customer that others were merged into can be merged itself.
  const last = await createCustomer(call)
  expect((await merge(call, into, last)).status).toBe(200)
  expect((await merge(call, old.customerId, last)).status).toBe(200)
})

test.each([
  ['lacks them', {}, { to: ['own@b.example', 'a@b.example'], cc: ['c@b.example'] }],
  ['has others', { to: ['x@b.example'], cc: ['y@b.example'] }, undefined],
])('passes on recipients and paused reminders if the other customer %s', async (_, own, taken) => {
  const call = harness.as('admin')
  const emails = { to: ['a@b.example'], cc: ['c@b.example'] }
  const old = await createCustomer(call, { emails, remindersPaused: true })
  const into = await createCustomer(call, { email: 'own@b.example', emails: own })
  expect((await merge(call, old, into)).body).toMatchObject({
    email: 'own@b.example',
    emails: taken ?? own,
    remindersPaused: true,
  })
  const running = await createCustomer(call)
  expect((await merge(call, running, into)).body['remindersPaused']).toBe(true)
})

test('refuses to merge a customer with itself, with one of another organisation or currency, and for members', async () => {
  const call = harness.as('admin')
  const old = await aBusyCustomer(call)
  const dollars = await createCustomer(call, { currency: 'USD' })
  const theirs = await createCustomer(harness.as('admin'))
  expect(toRefusal(await merge(call, old.customerId, old.customerId))).toEqual([
    400,
    'validation_failed',
  ])
  expect(toRefusal(await merge(call, old.customerId, theirs))).toEqual([404, 'not_found'])
  expect(toRefusal(await merge(call, theirs, old.customerId))).toEqual([404, 'not_found'])
  expect(toRefusal(await merge(call, old.customerId, dollars))).toEqual([409, 'currency_mismatch'])
  const member = harness.as('member', call.orgId)
  expect(toRefusal(await merge(member, old.customerId, dollars))).toEqual([403, 'forbidden'])
  const { body } = await call('GET', `/api/invoicing/${old.draft}`)
  expect(body['customerId']).toBe(old.customerId)
})

test('moves the rows of every table that refers to customers', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'customers'::regclass`.execute(harness.deps.db)
  const names = rows.map(({ name }) => name.split('.').at(-1))
  expect(names.toSorted()).toEqual([...customerTables, 'merged_customers'].toSorted())
})

test('removes personal data and what was not issued, keeps issued documents and repeats without effect', async () => {
  const call = harness.as('admin')
  const old = await aBusyCustomer(call, {
    billingLine1: '1 Quay',
    phone: '1234567',
    contactName: 'Ada',
    taxId: 'FR83404833048',
    emails: { to: ['ada@bakery.example'] },
  })
  const path = `/api/customers/${old.customerId}`
  const member = harness.as('member', call.orgId)
  expect(toRefusal(await member('POST', `${path}/anonymise`))).toEqual([403, 'forbidden'])
  const readTimeline = async () =>
    (await call('GET', `/api/invoicing/${old.invoice}/timeline`)).text
  await eventually(async () => expect(await readTimeline()).toContain('"kind":"mailed"'))
  const removed = await collectRemoved(call.orgId)
  const done = await call('POST', `${path}/anonymise`)
  expect([done.status, done.body]).toMatchObject([
    200,
    {
      name: 'Removed customer',
      billingLine1: null,
      phone: null,
      contactName: null,
      taxId: null,
      emails: { to: [], cc: [] },
      remindersPaused: true,
      anonymisedAt: expect.any(String),
      balanceCents: 30_000,
    },
  ])
  expect(done.text).not.toMatch(/bakery/i)
  expect((await call('POST', `${path}/anonymise`)).text).toBe(done.text)
  expect((await call('GET', `/api/invoicing/${old.invoice}`)).body).toMatchObject({
    buyer: { name: 'Old Bakery', billingLine1: '1 Quay' },
  })
  expect((await call('GET', `/api/invoicing/${old.draft}`)).status).toBe(404)
  expect((await call('GET', `/api/invoicing/schedules/${old.schedule}`)).body['status']).toBe(
    'cancelled',
  )
  expect(await readTimeline()).not.toMatch(/@|bakery/i)
  const entries = (await readAudit(call.orgId)).filter(
    ({ action }) => action === 'customer.anonymised',
  )
  expect(entries).toMatchObject([{ target: { name: 'Removed customer' } }])
  const told = { customerId: old.customerId, into: null }
  await eventually(() => expect(removed).toEqual([told, told]))
})

test('removes own recipients, waiting mails and what was added after the first removal', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { email: 'first@person.example' })
  const path = `/api/customers/${customerId}`
  const recipients = { to: ['own@person.example'], cc: ['copy@person.example'] }
  const id = await createDraft(call, { customerId, recipients })
  await call('POST', `/api/invoicing/${id}/finalize`)
  const sent = await call('POST', `/api/invoicing/${id}/send`, {
    to: ['other@person.example'],
    message: 'Dear person',
  })
  expect(sent.status).toBe(200)
  expect((await call('POST', `${path}/anonymise`)).status).toBe(200)
  const { db } = harness.deps
  const list = async () => {
    const { rows } = await sql`
      select to_jsonb(i) - 'buyer' as row from invoices i where org_id = ${call.orgId}
      union all select to_jsonb(h) from invoice_history h where org_id = ${call.orgId}
      union all select to_jsonb(m) from invoice_mails m where org_id = ${call.orgId}
      union all select to_jsonb(q) from mail_queue q where org_id = ${call.orgId}
      union all select to_jsonb(c) from customers c where org_id = ${call.orgId}`.execute(db)
    return JSON.stringify(rows)
  }
  expect(await list()).not.toMatch(/person/i)

  await call('PATCH', path, { name: 'Person again', notes: 'Likes a person' })
  await createDraft(call, { customerId, note: 'To the person' })
  expect((await call('POST', `${path}/anonymise`)).body).toMatchObject({
    name: 'Removed customer',
    notes: null,
  })
  expect(await list()).not.toMatch(/person/i)
})
