import { type AuditRecorded, FileDocuments, newId } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { keepAudit } from '@atrium/service-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordTopup } from '../src/credits/top-ups.ts'
import { updateCustomer } from '../src/customers/change-customers.ts'
import { upsertBuyer } from '../src/customers/upsert-buyer.ts'
import { type Caller, createCustomer, toId } from './harness.ts'
import { type PaymentsHarness, sellerAccount, startPaymentsHarness } from './payments-harness.ts'
import { aSchedule, monthsAgo } from './schedules.ts'
import { aHappening, orderAndConfirm } from './tickets.ts'
import { anOpenInvoice, event, post } from './webhooks.ts'

let harness: PaymentsHarness
let readAudit: (orgId: string) => Promise<AuditRecorded[]>
beforeAll(async () => {
  harness = await startPaymentsHarness({
    env: {
      ACCOUNTING_ENABLED: 'true',
      ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount,
      ENTITLEMENT_OFFER_SLUGS: 'pro-plan',
      CREDIT_TOPUP_OFFER_SLUGS: 'credits-10',
    },
  })
  readAudit = await keepAudit(harness.handle.db)
})
afterAll(() => harness.stop())

const from = { 'x-forwarded-for': '203.0.113.7' }
const system = { type: 'system', id: 'system', userId: null }
const person = ({ userId }: Caller) => ({ type: 'user', id: userId, userId })
const about = async (orgId: string, ...types: string[]) =>
  (await readAudit(orgId)).filter(({ target }) => types.includes(target.type))

test('audits by name when a customer is added, changed and deleted, with the values that decide who is billed', async () => {
  const call = harness.as('member')
  const id = await createCustomer(call, { taxId: 'FR83404833048' })
  const path = `/api/customers/${id}`
  await call('PATCH', path, { email: 'thief@evil.example', billingCity: 'Nantes' }, from)
  await call('PATCH', path, { email: 'thief@evil.example' }, from)
  await call('PATCH', path, { taxId: null }, from)
  await call('PATCH', path, { email: 'no address' })
  await harness.as('admin')('PATCH', path, { name: 'Theirs' })
  await harness.as('admin', call.orgId)('DELETE', path)
  const target = { type: 'customer', id, name: 'Harbour Bakery' }
  const own = { actor: person(call), target, requestId: expect.any(String) }
  expect(await about(call.orgId, 'customer')).toMatchObject([
    {
      ...own,
      action: 'customer.created',
      detail: { email: 'accounts@bakery.example', vatNumber: 'FR83404833048' },
    },
    {
      ...own,
      action: 'customer.changed',
      ip: '203.0.113.7',
      detail: {
        fields: 'email, billingCity',
        fromEmail: 'accounts@bakery.example',
        email: 'thief@evil.example',
      },
    },
    {
      ...own,
      action: 'customer.changed',
      ip: '203.0.113.7',
      detail: { fields: 'taxId', fromVatNumber: 'FR83404833048', vatNumber: null },
    },
    { action: 'customer.deleted', target },
  ])
})

test('leaves no entry when a change is rolled back, and names the platform if a buyer came from the processor', async () => {
  const call = harness.as('admin')
  const id = await createCustomer(call)
  const undone = inTransaction(harness.deps.db, undefined, async (tx) => {
    await updateCustomer(
      harness.deps,
      { principal: call.principal as never, tx },
      {
        id,
        input: {
          name: 'Other',
        },
      },
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await inTransaction(harness.deps.db, undefined, (tx) =>
    upsertBuyer(harness.deps, tx, {
      orgId: call.orgId,
      accountId: 'acct_1',
      buyer: {
        processorCustomerId: null,
        email: 'b@buyers.example',
        name: 'B',
        address: null,
      },
    }),
  )
  expect((await about(call.orgId, 'customer')).map(({ action, actor }) => [action, actor])).toEqual(
    [
      ['customer.created', person(call)],
      ['customer.created', system],
    ],
  )
})

test('audits once each that a document is booked and unbooked', async () => {
  const call = harness.as('admin')
  const facts = {
    supplier: 'Ropes Ltd',
    number: 'R-7',
    title: 'Rope',
    currency: 'EUR',
    file: null,
    url: null,
  }
  await callRpc(harness.bus, FileDocuments, {
    orgId: call.orgId,
    workflowId: 'wf_1',
    runId: 'run_1',
    documents: [
      {
        ...facts,
        totalAmountCents: 4_200,
        receivedAt: new Date().toISOString(),
        source: 'mailbox',
        externalId: 'm1',
      },
    ],
  })
  const { body } = await call('GET', '/api/accounting/documents')
  const [{ id } = { id: '' }] = body['items'] as unknown as Array<{ id: string }>
  for (const verb of ['book', 'book', 'unbook', 'unbook']) {
    expect((await call('POST', `/api/accounting/documents/${id}/${verb}`)).status).toBe(200)
  }
  const stranger = await harness.as('admin')('POST', `/api/accounting/documents/${id}/book`)
  expect(stranger.status).toBe(404)
  const shared = {
    actor: person(call),
    target: { type: 'document', id, name: 'Rope' },
    detail: { supplier: 'Ropes Ltd', amountCents: 4_200, currency: 'EUR' },
  }
  expect(await readAudit(call.orgId)).toMatchObject([
    { action: 'document.booked', ...shared },
    { action: 'document.unbooked', ...shared },
  ])
})

test('audits a cancelled ticket with its holder and a deleted event with its number of tickets', async () => {
  const selling = await aHappening(harness)
  const { call, id } = selling
  const ordered = await orderAndConfirm(harness, selling, { quantity: 3 })
  const [{ id: ticketId } = { id: '' }] = ordered.body['tickets'] as unknown as Array<{
    id: string
  }>
  const cancel = () => call('DELETE', `/api/happenings/${id}/tickets/${ticketId}`)
  expect([(await cancel()).status, (await cancel()).status]).toEqual([204, 404])
  await call('DELETE', `/api/happenings/${id}`)
  expect(await about(call.orgId, 'ticket', 'happening')).toMatchObject([
    {
      action: 'ticket.cancelled',
      actor: person(call),
      target: { type: 'ticket', id: ticketId, name: 'Ada' },
      detail: { happening: 'Open day' },
    },
    { action: 'happening.deleted', target: { id, name: 'Open day' }, detail: { tickets: 2 } },
  ])
})

test('audits a retried period and an announced price among the changes of a subscription', async () => {
  const { call } = await harness.seller()
  const { id, path, offerId } = await aSchedule(harness, call, monthsAgo(-1))
  await call('PATCH', `/api/offers/${offerId}`, { priceCents: 12_000 })
  expect((await call('POST', `${path}/adopt-offer`)).status).toBe(200)
  expect((await call('POST', `${path}/retry`)).status).toBe(409)
  await harness.deps.db
    .updateTable('schedules')
    .set({ last_period: new Date(monthsAgo(0)), last_claimed_at: new Date(), claimed_periods: 1 })
    .where('id', '=', id)
    .execute()
  const retried = await call('POST', `${path}/retry`)
  expect([retried.status, retried.text]).toEqual([200, retried.text])
  const entries = await about(call.orgId, 'schedule')
  expect(entries.map(({ action, actor, target }) => [action, actor, target.id])).toEqual(
    ['created', 'announced', 'changed', 'retried'].map((verb) => [
      `schedule.${verb}`,
      person(call),
      id,
    ]),
  )
  expect(entries[1]?.detail).toMatchObject({
    fromPrice: expect.stringContaining('100'),
    price: expect.stringContaining('120'),
  })
  expect(entries[3]?.detail).toMatchObject({ period: monthsAgo(0) })
})

test('audits the user each time a refused credit note is retried', async () => {
  const { call, id } = await anOpenInvoice(harness)
  harness.sandbox.payments.faults.add({
    match: 'POST /v1/credit_notes',
    kind: 'status',
    status: 400,
  })
  const credited = { amountCents: 6_000, reason: 'Half' }
  const noteId = toId(await call('POST', `/api/invoicing/${id}/credit-notes`, credited))
  const retry = () => call('POST', `/api/credit-notes/${noteId}/retry`, undefined, from)
  expect([(await retry()).status, (await retry()).status]).toEqual([200, 409])
  const target = { type: 'credit_note', id: noteId, name: expect.stringMatching(/^CN-/) }
  expect(await about(call.orgId, 'credit_note')).toMatchObject([
    { target, actor: person(call), action: 'credit_note.created' },
    {
      target,
      actor: person(call),
      action: 'credit_note.retried',
      ip: '203.0.113.7',
      detail: { invoiceId: id },
    },
  ])
})

test('audits once each that a buyer bought a plan and that the platform made it past due, changed or ended', async () => {
  const buyer = harness.as('owner')
  const { orgId } = buyer
  const now = Math.floor(Date.now() / 1000)
  const say = (type: string, status: string, at: number, days = 30) =>
    post(
      harness,
      'offers',
      event(
        `customer.subscription.${type}`,
        sellerAccount,
        {
          id: `sub_${orgId}`,
          status,
          customer: 'cus_1',
          items: { data: [{ current_period_end: now + days * 86_400 }] },
          metadata: { org_id: orgId, user_id: buyer.userId, offer_slug: 'pro-plan' },
        },
        { created: now - 100 + at },
      ),
    )
  await say('created', 'incomplete', 1)
  await say('updated', 'active', 2)
  await say('updated', 'active', 3)
  await say('updated', 'past_due', 4, 60)
  await say('updated', 'active', 5, 60)
  await say('updated', 'past_due', 4, 60)
  await say('deleted', 'canceled', 6, 60)
  await say('deleted', 'canceled', 7, 60)
  const entries = await readAudit(orgId)
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['entitlement.bought', person(buyer)],
    ['entitlement.past_due', system],
    ['entitlement.changed', system],
    ['entitlement.ended', system],
  ])
  expect(entries[2]).toMatchObject({
    target: { type: 'entitlement', name: 'pro' },
    detail: {
      offer: 'pro-plan',
      fromStatus: 'past_due',
      status: 'active',
      until: expect.any(String),
    },
  })
})

test('audits once when events arrive at the same time', async () => {
  const { orgId } = harness.as('owner')
  const object = {
    id: `sub_${orgId}`,
    status: 'active',
    customer: 'cus_1',
    metadata: { org_id: orgId, offer_slug: 'pro-plan' },
  }
  await Promise.all(
    ['created', 'updated', 'updated', 'resumed'].map((type) =>
      post(harness, 'offers', event(`customer.subscription.${type}`, sellerAccount, object)),
    ),
  )
  expect((await readAudit(orgId)).map(({ action }) => action)).toEqual(['entitlement.bought'])
})

test("audits a grant with the operator, but without the operator's IP address", async () => {
  const { orgId } = harness.as('owner')
  harness.name(orgId)
  const operator = harness.as('member', undefined, { isAdmin: true })
  toId(
    await operator(
      'POST',
      `/api/entitlements/admin/orgs/${orgId}/grant-permanent`,
      undefined,
      from,
    ),
  )
  expect(await readAudit(orgId)).toMatchObject([
    {
      action: 'entitlement.granted',
      actor: person(operator),
      requestId: expect.any(String),
      ip: null,
    },
  ])
})

test('names the user who paid when credits are bought', async () => {
  const [userId, orgId] = [newId('usr'), newId('org')]
  const session = {
    id: `cs_${userId}`,
    amount_subtotal: 1_000,
    metadata: { purpose: 'credits', user_id: userId, org_id: orgId, offer_slug: 'credits-10' },
  }
  for (const _ of [1, 2]) {
    await inTransaction(harness.deps.db, undefined, (tx) =>
      recordTopup(harness.deps, tx, sellerAccount, session as never),
    )
  }
  expect(await readAudit(orgId)).toMatchObject([
    {
      action: 'credits.bought',
      actor: { type: 'user', id: userId, userId },
      detail: { credits: 10_000, amountCents: 1_000 },
    },
  ])
})
