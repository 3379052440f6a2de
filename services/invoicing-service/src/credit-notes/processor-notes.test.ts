import { json } from '@atrium/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditNotesSuite } from '../../test/credit-notes.ts'
import { type Caller, createDraft, toId } from '../../test/harness.ts'
import { visit } from '../../test/payments-harness.ts'
import { anOpenInvoice, event, post } from '../../test/webhooks.ts'

const { harness, pollAfter, atProcessor, heldBy, invoiceOf, notesOf, mirrorOf, credit } =
  await creditNotesSuite()
const { deliveries, state } = harness.sandbox.payments

let serial = 0
/** Returns a credit note that a user created at the processor. */
const foreign = (processorInvoiceId: string, more: object = {}) => {
  serial += 1
  return {
    id: `cn_foreign_${serial}`,
    invoice: processorInvoiceId,
    total: 12_000,
    currency: 'eur',
    memo: 'Goodwill',
    type: 'pre_payment',
    metadata: {},
    ...more,
  }
}

test('issues a note from the processor once, even if its event arrives many times', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const stated = foreign(processorId)
  const created = event('credit_note.created', accountId, stated)
  const again = () => event('credit_note.created', accountId, stated)
  const answers = await Promise.all(
    [created, created, again(), again()].map((each) => post(harness, 'invoicing', each)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await notesOf(call, id)).toMatchObject([
    { number: expect.stringMatching(/-000001$/), subtotalAmountCents: 10_000, reason: 'Goodwill' },
  ])
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 12_000, amountDueCents: 24_000 })
  const { body } = await call('GET', `/api/invoicing/${id}/timeline?limit=1`)
  expect(body['items']).toMatchObject([
    { kind: 'credited', author: { type: 'agent', id: 'processor' } },
  ])
})

test.each([
  ['of an unknown invoice', { invoice: 'in_unknown' }],
  ['in another currency', { currency: 'usd' }],
  ['over more than the invoice', { total: 36_001 }],
  ['over nothing', { total: 0 }],
  ['of an unreadable amount', { total: 'ten' }],
  ['of no invoice', { invoice: null }],
])('acknowledges a note %s and credits nothing', async (_name, more) => {
  const { call, accountId, id, processorId } = await shared
  const stated = event('credit_note.created', accountId, foreign(processorId, more))
  const answer = await post(harness, 'invoicing', stated)
  expect([answer.status, answer.body]).toEqual([200, { received: true }])
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 0, amountDueCents: 36_000 })
})
const shared = anOpenInvoice(harness)

test('changes no credit when a note is of another account, updated or void', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const stranger = await harness.seller()
  const stated = foreign(processorId)
  await post(harness, 'invoicing', event('credit_note.created', stranger.accountId, stated))
  await post(harness, 'invoicing', event('credit_note.updated', accountId, stated))
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 0 })
  for (const type of ['credit_note.created', 'credit_note.voided']) {
    expect((await post(harness, 'invoicing', event(type, accountId, stated))).status).toBe(200)
  }
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 12_000 })
})

test('reaches the same ledger for every order of credit and payment, duplicated and polled', async () => {
  const { call, accountId } = await harness.seller()
  deliveries.switches.drop = 'all'
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(['credited', 'paid', 'credited', 'paid'] as const, { minLength: 2 }),
      fc.boolean(),
      async (order, isWhole) => {
        const id = await createDraft(call)
        const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
        const processorId = String(body['paymentsInvoiceId'])
        const noteForm = {
          invoice: processorId,
          amount: isWhole ? '36000' : '12000',
          memo: 'Goodwill',
        }
        await atProcessor(accountId, '/v1/credit_notes', noteForm)
        if (!isWhole)
          await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
        const note = heldBy(accountId).at(-1)
        const invoice = state.accounts.get(accountId)?.invoices.get(processorId)
        for (const which of order) {
          const statement =
            which === 'paid'
              ? event('invoice.paid', accountId, { ...invoice })
              : event('credit_note.created', accountId, { ...note })
          expect((await post(harness, 'invoicing', statement)).status).toBe(200)
        }
        await harness.deps.db
          .updateTable('payment_accounts')
          .set({ events_polled_at: null })
          .execute()
        await pollAfter(16)
        harness.clock.offsetMs = 0
        expect(await invoiceOf(call, id)).toMatchObject({
          status: isWhole ? 'open' : 'paid',
          creditedCents: isWhole ? 36_000 : 12_000,
          amountDueCents: 0,
        })
        expect(await notesOf(call, id)).toHaveLength(1)
      },
    ),
    { numRuns: 6 },
  )
})

/** Returns a subscription sale that the ledger has not recorded yet. */
const soldThere = (id: string, accountId: string) =>
  event('invoice.paid', accountId, {
    id,
    billing_reason: 'subscription_cycle',
    total: 12_000,
    currency: 'eur',
    number: `S-${id}`,
    customer: 'cus_there',
    customer_email: 'b@example.com',
    total_excluding_tax: 10_000,
  })
const only = async (call: Caller) =>
  ((await call('GET', '/api/invoicing')).body['items'] as unknown as Array<{ id: string }>)[0]
    ?.id ?? ''

test('records notes once with their sale when they arrive before it, unless they were voided', async () => {
  const { call, accountId } = await harness.seller()
  const stranger = await harness.seller()
  const [one, other, voided] = ['a', 'b', 'c'].map((suffix) =>
    foreign('in_late', { id: `cn_late_${suffix}`, total: 1_200, type: 'post_payment' }),
  )
  const tell = (type: string, object: object = {}, account = accountId) =>
    post(harness, 'invoicing', event(type, account, object))
  await Promise.all([tell('credit_note.created', one), tell('credit_note.created', one)])
  await tell('credit_note.created', other)
  await tell('credit_note.created', voided)
  await tell('credit_note.voided', voided)
  await tell('credit_note.created', foreign('in_late', { id: 'cn_strange' }), stranger.accountId)
  const sale = soldThere('in_late', accountId)
  await Promise.all([post(harness, 'invoicing', sale), post(harness, 'invoicing', sale)])
  await tell('credit_note.created', one)
  const id = await only(call)
  expect(await notesOf(call, id)).toHaveLength(2)
  expect(await invoiceOf(call, id)).toMatchObject({ status: 'paid', creditedCents: 2_400 })
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({ paidCents: 12_000 })
  await pollAfter(20)
  expect(await notesOf(call, id)).toHaveLength(2)
  expect((await stranger.call('GET', '/api/invoicing')).body['total']).toBe(0)
})

test('records no note if its void arrives first, with or without a recorded invoice', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const tell = (type: string, object: object) =>
    post(harness, 'invoicing', event(type, accountId, object))
  const voided = async (note: object) => {
    expect((await tell('credit_note.voided', note)).status).toBe(200)
    expect((await tell('credit_note.created', note)).status).toBe(200)
  }
  await voided(foreign(processorId))
  expect(await notesOf(call, id)).toEqual([])
  const late = foreign('in_void', { total: 1_200, type: 'post_payment' })
  await voided(late)
  await post(harness, 'invoicing', soldThere('in_void', accountId))
  await pollAfter(20)
  await tell('credit_note.created', late)
  await tell('credit_note.created', foreign('in_void', { status: 'void', type: 'post_payment' }))
  const sold = (await call('GET', '/api/invoicing?status=paid')).body['items'] as unknown as [
    { id: string },
  ]
  expect(sold).toMatchObject([{ creditedCents: 0 }])
  expect(await notesOf(call, sold[0].id)).toEqual([])
})

test('replaces a refused note when a note at the processor exceeds the rest, and credits what remains', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await atProcessor(accountId, '/v1/credit_notes', { invoice: processorId, amount: '36000' })
  const refused = toId(await credit(call, id, 6_000))
  expect(await mirrorOf(refused)).toMatchObject({ mirror: 'refused' })
  const [whole] = heldBy(accountId)
  const deliver = () =>
    post(harness, 'invoicing', event('credit_note.created', accountId, { ...whole }))
  const answers = await Promise.all([deliver(), deliver()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 36_000, amountDueCents: 0 })
  expect(await mirrorOf(refused)).toEqual({ mirror: 'none', after_payment: false })
  expect(await notesOf(call, id)).toHaveLength(2)
  const { body } = await call('GET', `/api/invoicing/${id}/timeline?limit=1`)
  expect(body['items']).toMatchObject([{ kind: 'credited', detail: { amountCents: 30_000 } }])
})

test('applies a note in the poller if it arrived while its sale was being recorded', async () => {
  const { call, accountId } = await harness.seller()
  await post(harness, 'invoicing', soldThere('in_raced', accountId))
  const note = foreign('in_raced', { total: 1_200, type: 'post_payment' })
  // Simulates a transaction that did not see the invoice.
  await harness.deps.db
    .insertInto('waiting_credit_notes')
    .values({
      account_id: accountId,
      processor_invoice_id: 'in_raced',
      credit_note_id: note.id,
      org_id: call.orgId,
      note: json(note),
    })
    .execute()
  await pollAfter(20)
  expect(await notesOf(call, await only(call))).toMatchObject([{ totalAmountCents: 1_200 }])
  const left = await harness.deps.db
    .selectFrom('waiting_credit_notes')
    .select('credit_note_id')
    .where('org_id', '=', call.orgId)
    .execute()
  expect(left).toEqual([])
})
