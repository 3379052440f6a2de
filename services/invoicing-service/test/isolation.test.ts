import { FileDocuments, type Operation } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camt, openBank } from './bank.ts'
import { type Caller, createCustomer, createDraft, startHarness, toId } from './harness.ts'

// Started before the tests are collected, because the matrix consists of the mounted operations.
const harness = await startHarness({ env: { ACCOUNTING_ENABLED: 'true' } })
const { operations } = harness
const owner = harness.as('owner')
const ids: Record<string, string> = {}
beforeAll(async () => {
  const customerId = await createCustomer(owner)
  const offer = {
    name: 'Secret plan',
    priceCents: 4_200,
    billingModel: 'recurring',
    interval: 'month',
  }
  const offerId = toId(await owner('POST', '/api/offers', offer))
  const invoiceId = await createDraft(owner, { customerId })
  await owner('POST', `/api/invoicing/${invoiceId}/finalize`)
  // Wait for the mail, because sending it changes the invoice.
  await eventually(async () => {
    const { body } = await owner('GET', `/api/invoicing/${invoiceId}`)
    expect(body).toMatchObject({ mailed: { at: expect.any(String) } })
  })
  ids['estimateId'] = toId(
    await owner('POST', '/api/estimates', {
      customerId,
      lineItems: [{ description: 'Secret work', quantity: 1, unitAmountCents: 100 }],
    }),
  )
  const credit = { amountCents: 100, reason: 'Secret reason' }
  const creditNoteId = toId(await owner('POST', `/api/invoicing/${invoiceId}/credit-notes`, credit))
  const payment = { amountCents: 200, paidAt: '2026-01-01', method: 'cash', reference: 'Secret' }
  ids['paymentId'] = toId(await owner('POST', `/api/invoicing/${invoiceId}/payments`, payment))
  await owner('PUT', '/api/invoicing/seller', { name: 'Secret seller' })
  await owner('PUT', '/api/invoicing/reminders', { enabled: true, daysAfter: [77] })
  await owner('PUT', '/api/invoicing/defaults', { note: 'Secret note' })
  await owner('PUT', '/api/invoicing/numbering', { estimate: { prefix: 'SECRET' } })
  const limits = { monthlyCredits: 5_000, workflowMonthlyCredits: null, workflows: [] }
  await owner('PUT', '/api/credits/limits', limits)
  const scheduleId = toId(await owner('POST', '/api/invoicing/schedules', { customerId, offerId }))
  const happening = await owner('POST', '/api/happenings', {
    title: 'Secret day',
    startsAt: '2100-01-01T00:00:00.000Z',
    published: true,
    ticketTypes: [{ name: 'Secret entry', capacity: 5 }],
  })
  const [type] = happening.body['ticketTypes'] as unknown as Array<{ id: string }>
  const orgSlug = harness.name(owner.orgId)
  const visit = (path: string, quantity: number, email: string) =>
    harness.request(`/api/public/happenings/${orgSlug}/secret-day/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ticketTypeId: type?.id,
        quantity,
        name: 'Secret guest',
        email,
      }),
    })
  const sold = await visit('orders', 1, 'g@guests.example')
  const waiting = await visit('waiting-list', 6, 'w@guests.example')
  const [ticket] = sold.body['tickets'] as unknown as Array<{ id: string; code: string }>
  const facts = {
    supplier: null,
    number: null,
    currency: null,
    totalAmountCents: 1,
    file: null,
    url: null,
  }
  await callRpc(harness.bus, FileDocuments, {
    orgId: owner.orgId,
    workflowId: null,
    runId: null,
    documents: [
      {
        ...facts,
        title: 'Secret paper',
        source: 'mailbox',
        externalId: 'm1',
        receivedAt: '2026-01-01T00:00:00.000Z',
      },
    ],
  })
  const bank = openBank(harness, owner)
  await bank.upload(camt([{ text: 'Secret transfer', name: 'Secret payer', bankReference: 'S' }]))
  ids['transactionId'] = (await bank.only()).id
  const { items } = (await owner('GET', '/api/accounting/documents')).body as unknown as {
    items: Array<{ id: string }>
  }
  ids['documentId'] = items[0]?.id ?? ''
  Object.assign(ids, { customerId, offerId, invoiceId, creditNoteId, scheduleId, orgSlug })
  Object.assign(ids, { happeningId: toId(happening), ticketId: ticket?.id, code: ticket?.code })
  ids['entryId'] = toId(waiting)
})
afterAll(() => harness.stop())

const toPath = ({ path }: Operation): string =>
  path
    .replace('{orgSlug}', ids['orgSlug'] ?? '')
    .replace('{slug}', path.includes('/happenings/') ? 'secret-day' : 'secret-plan')
    .replace('{paymentId}', ids['paymentId'] ?? '')
    .replace('{ticketId}', ids['ticketId'] ?? '')
    .replace('{entryId}', ids['entryId'] ?? '')
    .replace('{code}', ids['code'] ?? '')
    .replace('{orgId}', owner.orgId)
    .replace('{id}', () => {
      if (path.includes('/estimates/')) return ids['estimateId'] ?? ''
      if (path.includes('/customers/')) return ids['customerId'] ?? ''
      if (path.includes('/happenings/')) return ids['happeningId'] ?? ''
      if (path.includes('/offers/')) return ids['offerId'] ?? ''
      if (path.startsWith('/api/credit-notes/')) return ids['creditNoteId'] ?? ''
      if (path.includes('/transactions/')) return ids['transactionId'] ?? ''
      if (path.includes('/documents/')) return ids['documentId'] ?? ''
      return (path.includes('/schedules/') ? ids['scheduleId'] : ids['invoiceId']) ?? ''
    })

const bodies: Readonly<Record<string, () => object>> = {
  createCustomer: () => ({ name: 'x', email: 'x@example.com' }),
  updateCustomer: () => ({ name: 'taken over' }),
  mergeCustomer: () => ({ into: 'cus_other' }),
  createOffer: () => ({ name: 'x', priceCents: 1, billingModel: 'one_off' }),
  updateOffer: () => ({ name: 'taken over' }),
  createHappening: () => ({ title: 'x', startsAt: '2100-01-01T00:00:00.000Z' }),
  updateHappening: () => ({ title: 'taken over' }),
  checkInTicket: () => ({ code: ids['code'] }),
  createInvoice: () => ({
    customerId: ids['customerId'],
    lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 1 }],
  }),
  updateInvoice: () => ({ vatRateBps: 1 }),
  createEstimate: () => ({
    customerId: ids['customerId'],
    lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 1 }],
  }),
  updateEstimate: () => ({ vatRateBps: 1 }),
  createSchedule: () => ({ customerId: ids['customerId'], offerId: ids['offerId'] }),
  updateSchedule: () => ({ periods: 1 }),
  putSeller: () => ({ name: 'Stranger' }),
  putInvoiceDefaults: () => ({ note: 'taken over' }),
  putNumbering: () => ({ invoice: { prefix: 'X' } }),
  putReminderSettings: () => ({ enabled: false, daysBefore: [1] }),
  previewReminder: () => ({ daysAfterDue: 7 }),
  markInvoicePaid: () => ({ paidAt: '2026-01-01T00:00:00.000Z', method: 'cash' }),
  recordPayment: () => ({ amountCents: 1, paidAt: '2026-01-01', method: 'cash' }),
  matchTransaction: () => ({ invoiceIds: [ids['invoiceId']] }),
  createCreditNote: () => ({ amountCents: 1, reason: 'taken over' }),
  checkoutEntitlement: () => ({ offerSlug: 'x' }),
  checkoutCredits: () => ({ offerSlug: 'x' }),
  putCreditLimits: () => ({ monthlyCredits: 1, workflowMonthlyCredits: null, workflows: [] }),
}
const send = (call: Caller, operation: Operation) =>
  call(operation.method.toUpperCase(), toPath(operation), bodies[operation.id]?.())

/** Reads everything of the first org, to check that nothing was changed. */
const snapshot = async (): Promise<string> => {
  const tables = [
    'customers',
    'offers',
    'invoices',
    'invoice_history',
    'estimates',
    'credit_notes',
    'invoice_payments',
    'bank_statements',
    'bank_transactions',
    'credit_note_sequences',
    'schedules',
    'schedule_history',
    'incoming_documents',
    'sellers',
    'reminder_settings',
    'invoicing_defaults',
    'number_formats',
    'invoice_sequences',
    'credit_limits',
    'happenings',
    'ticket_types',
    'ticket_orders',
    'ticket_payments',
    'tickets',
    'waiting_list',
  ] as const
  const rows = tables.map((table) =>
    harness.deps.db.selectFrom(table).selectAll().where('org_id', '=', owner.orgId).execute(),
  )
  return JSON.stringify(await Promise.all(rows))
}

const named = operations.filter(({ access, path }) => access !== 'public' && path.includes('{id}'))
test.each(named.map((operation) => [operation.id, operation] as const))(
  'responds 404 to %s from another org’s owner and changes nothing',
  async (_id, operation) => {
    const before = await snapshot()
    const answer = await send(harness.as('owner'), operation)
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found'])
    expect(answer.text).not.toContain('Secret')
    expect(await snapshot()).toBe(before)
  },
)

const unnamed = operations.filter(
  ({ access, path }) => (access === 'org' || access === 'admin') && !path.includes('{'),
)
test.each(unnamed.map((operation) => [operation.id, operation] as const))(
  'shows another org nothing of the first in %s and changes nothing',
  async (_id, operation) => {
    const before = await snapshot()
    const answer = await send(harness.as('owner'), operation)
    for (const secret of [...Object.values(ids), 'Secret', owner.orgId]) {
      expect(answer.text).not.toContain(secret)
    }
    expect(await snapshot()).toBe(before)
  },
)

const closed = operations.filter(({ access }) => access !== 'public' && access !== 'optional')
test.each(closed.map((operation) => [operation.id, operation] as const))(
  'responds to %s with 401 if there is no caller, and 400 if there is no org',
  async (_id, operation) => {
    const body = bodies[operation.id]?.()
    const anonymous = await harness.request(toPath(operation), {
      method: operation.method.toUpperCase(),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    expect([anonymous.status, anonymous.body['code']]).toEqual([401, 'unauthenticated'])
    if (operation.access !== 'user' && operation.access !== 'operator') {
      const orgless = await send(
        harness.as('member', undefined, { orgId: null, role: null }),
        operation,
      )
      expect([orgless.status, orgless.body['code']]).toEqual([400, 'no_active_org'])
    }
  },
)

test('covers every operation with the lists of the matrix', () => {
  const covered = new Set([...named, ...unnamed].map(({ id }) => id))
  const rest = operations.filter(({ id }) => !covered.has(id)).map(({ id }) => id)
  expect(rest.toSorted()).toEqual(
    [
      'acceptEstimate',
      'checkoutOffer',
      'confirmOrder',
      'declineEstimate',
      'getCredits',
      'getHappeningCalendar',
      'getHeldTicket',
      'getPublicEstimate',
      'getPublicEstimatePdf',
      'getPublicHappening',
      'getPublicInvoice',
      'getPublicInvoicePdf',
      'getPublicOffer',
      'getTicketPicture',
      'getWaitingPerson',
      'grantPermanentEntitlement',
      'joinWaitingList',
      'leaveWaitingList',
      'listPublicHappenings',
      'listPublicOffers',
      'orderTickets',
      'receiveConnectWebhook',
      'receiveInvoicingWebhook',
      'receiveOffersWebhook',
    ].toSorted(),
  )
})
