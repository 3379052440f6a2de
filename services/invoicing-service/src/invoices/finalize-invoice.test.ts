import { newId } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { afterAll, expect, test } from 'vitest'
import {
  aCustomer,
  aLine,
  createCustomer,
  createDraft,
  startHarness,
  toId,
} from '../../test/harness.ts'
import type { Transaction } from '../database.ts'
import { draftInvoice } from './draft-invoice.ts'
import { openDraft } from './finalize-invoice.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const oneOff = { source: 'one_off' as const, schedule_id: null, period: null }
const toEvents = (tx: Transaction) =>
  tx.selectFrom('outbox').select(['seq', 'type', 'org_id', 'data']).orderBy('seq').execute()

/** Returns the result of `work` and rolls its transaction back, so no relay sends its events. */
async function withoutTrace<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
  const kept: { value?: R } = {}
  await inTransaction(harness.deps.db, undefined, async (tx) => {
    kept.value = await work(tx)
    throw new Error('undone')
  }).catch((error: unknown) => {
    if (!('value' in kept)) throw error
  })
  return kept.value as R
}

test("emits events that match the rows: the customer's currency and the number of the sequence", async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { currency: 'USD' })
  const input = { customerId, vatRateBps: 2_000 }
  const content = { lineItems: [aLine], currency: null, offerId: null }
  const { events, opened } = await withoutTrace(async (tx) => {
    // The relay may not have sent the customer's events yet.
    const before = new Set((await toEvents(tx)).map(({ seq }) => seq))
    const draft = await draftInvoice(harness.deps, tx, {
      orgId: call.orgId,
      input,
      content,
      origin: oneOff,
    })
    const opened = await openDraft(harness.deps, tx, { draft, seller: null })
    const after = (await toEvents(tx)).filter(
      ({ seq, org_id }) => org_id === call.orgId && !before.has(seq),
    )
    return { opened, events: after.map(({ seq, ...event }) => event) }
  })
  const number = `INV-${new Date().getUTCFullYear()}-000001`
  expect(opened).toMatchObject({ status: 'open', number, currency: 'USD', version: 2 })
  const shared = {
    invoiceId: opened?.id,
    customerId,
    customerName: aCustomer.name,
    customerEmail: aCustomer.email,
    source: 'one_off',
    currency: 'USD',
    totalAmountCents: 36_000,
  }
  expect(events).toEqual([
    {
      type: 'invoice.created',
      org_id: call.orgId,
      data: { ...shared, number: null, status: 'draft' },
    },
    {
      type: 'audit.recorded',
      org_id: call.orgId,
      data: {
        actor: { type: 'system', id: 'system', userId: null },
        action: 'invoice.finalized',
        target: { type: 'invoice', id: opened?.id, name: number },
        requestId: null,
        ip: null,
        detail: { amountCents: 36_000, currency: 'USD' },
      },
    },
    { type: 'invoice.finalized', org_id: call.orgId, data: { ...shared, number, status: 'open' } },
  ])
})

test('opens a draft as last changed, with the first number if it is the first of its org', async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  await call('PATCH', `/api/invoicing/${id}`, { vatRateBps: 0 })
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    status: 'draft',
    number: null,
  })
  const opened = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(opened.body).toMatchObject({
    totalAmountCents: 30_000,
    number: expect.stringMatching(/-000001$/),
  })
  expect(opened.headers.get('etag')).toBe(
    (await call('GET', `/api/invoicing/${id}`)).headers.get('etag'),
  )
})

test('keeps a draft without a number if it changed since the user read it', async () => {
  const call = harness.as('admin')
  const path = `/api/invoicing/${await createDraft(call)}`
  const seen = (await call('GET', path)).headers.get('etag') ?? ''
  const changed = await call('PATCH', path, { vatRateBps: 0 })
  const refused = await call('POST', `${path}/finalize`, undefined, { 'if-match': seen })
  expect([refused.status, refused.body['code']]).toEqual([412, 'precondition_failed'])
  expect((await call('GET', path)).body).toMatchObject({ status: 'draft', number: null })
  const now = { 'if-match': changed.headers.get('etag') ?? '' }
  const opened = await call('POST', `${path}/finalize`, undefined, now)
  expect(opened.body).toMatchObject({ status: 'open', number: expect.stringMatching(/-000001$/) })
})

test('returns from finalize what a later read returns', async () => {
  const call = harness.as('admin')
  const opened = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  const { warnings: _warnings, eInvoiceWarnings: _ofReceivers, ...invoice } = opened.body
  expect((await call('GET', `/api/invoicing/${toId(opened)}`)).body).toEqual({
    ...invoice,
    vatReasons: [],
  })
})

test('responds not_found and drafts nothing if the customer is of another org or does not exist', async () => {
  const call = harness.as('admin')
  const foreign = await createCustomer(harness.as('admin'))
  for (const customerId of [foreign, newId('cus')]) {
    const answer = await call('POST', '/api/invoicing', { customerId, lineItems: [aLine] })
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found'])
  }
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
})

test('returns the first result when an Idempotency-Key is repeated, and refuses to finalize again under another key', async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  const finalize = (key: string) =>
    call('POST', `/api/invoicing/${id}/finalize`, undefined, { 'idempotency-key': key })
  const answers = await Promise.all(Array.from({ length: 5 }, () => finalize('once')))
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
  expect(answers.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(4)
  expect((await finalize('twice')).body['code']).toBe('invoice_not_draft')
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({ counts: { open: 1 } })
})
