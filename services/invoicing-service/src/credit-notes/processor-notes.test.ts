import { inTransaction, json } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Caller, createDraft, idOf } from '../../test/harness.ts'
import { paymentsSuite, untilStatus, visit } from '../../test/payments-harness.ts'
import { anOpenInvoice, event, post } from '../../test/webhooks.ts'
import { lockInvoice } from '../invoices/get-invoice.ts'
import { moveInvoice } from '../invoices/move-invoice.ts'
import { mirrorCreditNote } from './mirror-credit-note.ts'

const { harness, pollAfter } = await paymentsSuite()
const { faults, deliveries, state } = harness.sandbox.payments

const invoiceOf = async (call: Caller, id: string) => (await call('GET', `/api/invoicing/${id}`)).body
const notesOf = async (call: Caller, id: string) =>
  (await call('GET', `/api/invoicing/${id}/credit-notes`)).body['items'] as unknown as Array<{
    id: string
    reason: string
  }>
const mirrorOf = async (id: string) =>
  await harness.deps.db
    .selectFrom('credit_notes')
    .select(['mirror', 'after_payment'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const heldBy = (accountId: string) => [...(state.accounts.get(accountId)?.creditNotes.values() ?? [])]
const credit = (call: Caller, id: string, amountCents: number) =>
  call('POST', `/api/invoicing/${id}/credit-notes`, { amountCents, reason: 'Returned' })

let serial = 0
/** A credit note that a person made at the processor. */
const foreign = (processorInvoiceId: string, more: object = {}) => {
  serial += 1
  return {
    ...{ id: `cn_foreign_${serial}`, invoice: processorInvoiceId, total: 12_000, currency: 'eur' },
    ...{ memo: 'Goodwill', type: 'pre_payment', metadata: {} },
    ...more,
  }
}

test('a note that was made at the processor is issued here once, however often it is stated', async () => {
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
  expect(body['items']).toMatchObject([{ kind: 'credited', author: { type: 'agent', id: 'processor' } }])
})

test.each([
  ['of an unknown invoice', { invoice: 'in_unknown' }],
  ['in another currency', { currency: 'usd' }],
  ['over more than the invoice', { total: 36_001 }],
  ['over nothing', { total: 0 }],
  ['of an unreadable amount', { total: 'ten' }],
  ['of no invoice', { invoice: null }],
])('a note %s is acknowledged and credits nothing', async (_name, more) => {
  const { call, accountId, id, processorId } = await shared
  const stated = event('credit_note.created', accountId, foreign(processorId, more))
  const answer = await post(harness, 'invoicing', stated)
  expect([answer.status, answer.body]).toEqual([200, { received: true }])
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 0, amountDueCents: 36_000 })
})
const shared = anOpenInvoice(harness)

test('a note of another account, an update and a void credit nothing and take nothing back', async () => {
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

test('whatever order of credit and payment, doubled and polled, the ledger ends the same', async () => {
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
        const noteForm = { invoice: processorId, amount: isWhole ? '36000' : '12000', memo: 'Goodwill' }
        await atProcessor(accountId, '/v1/credit_notes', noteForm)
        if (!isWhole) await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
        const note = heldBy(accountId).at(-1)
        const invoice = state.accounts.get(accountId)?.invoices.get(processorId)
        for (const which of order) {
          const told =
            which === 'paid'
              ? event('invoice.paid', accountId, { ...invoice })
              : event('credit_note.created', accountId, { ...note })
          expect((await post(harness, 'invoicing', told)).status).toBe(200)
        }
        await harness.deps.db.updateTable('payment_accounts').set({ events_polled_at: null }).execute()
        await pollAfter(16)
        harness.clock.offsetMs = 0
        expect(await invoiceOf(call, id)).toMatchObject({
          ...{
            status: isWhole ? 'open' : 'paid',
            creditedCents: isWhole ? 36_000 : 12_000,
            amountDueCents: 0,
          },
        })
        expect(await notesOf(call, id)).toHaveLength(1)
      },
    ),
    { numRuns: 6 },
  )
}, 30_000)

const atProcessor = (accountId: string, path: string, form: Record<string, string>) =>
  fetch(harness.sandbox.url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_1', 'stripe-account': accountId },
    body: new URLSearchParams(form),
  }).then((response) => expect(response.status).toBe(200))

test('the processor’s event settles a note whose answer was lost, and the poller gives it no second one', async () => {
  const { call, accountId, id } = await anOpenInvoice(harness)
  faults.add({ match: 'POST /v1/credit_notes', kind: 'cut_after', times: 10 })
  const note = await credit(call, id, 6_000)
  expect(note.status).toBe(201)
  await deliveries.settled()
  await pollAfter(20)
  expect(await mirrorOf(idOf(note))).toMatchObject({ mirror: 'done' })
  expect(heldBy(accountId)).toHaveLength(1)
  expect(await notesOf(call, id)).toHaveLength(1)
})

test('a note whose answer and event are lost is found at the processor once its key is forgotten', async () => {
  const { call, accountId, id } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  faults.add({ match: 'POST /v1/credit_notes', kind: 'cut_after', times: 10 })
  const note = await credit(call, id, 6_000)
  const account = state.accounts.get(accountId)
  account?.events.clear()
  account?.answers.clear()
  await pollAfter(22 * 60)
  expect(await mirrorOf(idOf(note))).toMatchObject({ mirror: 'done' })
  expect(heldBy(accountId)).toHaveLength(1)
})

test('a note that fails at the processor is given by the poller', async () => {
  const { call, accountId, id } = await anOpenInvoice(harness)
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 500, times: 10 })
  const note = await credit(call, id, 6_000)
  expect([note.status, heldBy(accountId).length]).toEqual([201, 0])
  expect(await mirrorOf(idOf(note))).toMatchObject({ mirror: 'pending' })
  faults.clear()
  await pollAfter(20)
  expect(await mirrorOf(idOf(note))).toMatchObject({ mirror: 'done' })
  expect(heldBy(accountId)).toMatchObject([{ subtotal: 5_000, total: 6_000 }])
})

test('a payment that reached the processor before the note makes it a note after the payment', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  const note = await credit(call, id, 36_000)
  expect(note.status).toBe(201)
  expect(await mirrorOf(idOf(note))).toEqual({ mirror: 'done', after_payment: true })
  expect(heldBy(accountId)).toMatchObject([{ type: 'post_payment', out_of_band_amount: 36_000 }])
  expect(await invoiceOf(call, id)).toMatchObject({
    status: 'paid',
    creditedCents: 36_000,
    amountDueCents: 0,
  })
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({ paidCents: 36_000 })
})

test('a note that the processor refuses stays in the ledger, and is not given again', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await atProcessor(accountId, '/v1/credit_notes', { invoice: processorId, amount: '36000' })
  const note = await credit(call, id, 6_000)
  expect(note.status).toBe(201)
  expect(await mirrorOf(idOf(note))).toMatchObject({ mirror: 'refused' })
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 6_000 })
  await pollAfter(20)
  // The poller reads the event of the note that was made there.
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 36_000 })
  expect(heldBy(accountId)).toHaveLength(1)
})

test('a refused note says why, on the note and in the timeline, and a person gives it again once its cause is gone', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await atProcessor(accountId, '/v1/credit_notes', { invoice: processorId, amount: '36000' })
  const path = `/api/credit-notes/${idOf(await credit(call, id, 6_000))}/retry`
  const problem = expect.stringContaining('must equal the amount of the credit note')
  expect(await notesOf(call, id)).toMatchObject([{ mirror: 'refused', problem }])
  const { body } = await call('GET', `/api/invoicing/${id}/timeline?limit=1`)
  const detail = { number: expect.stringMatching(/^CN-/), reason: problem }
  expect(body['items']).toMatchObject([{ kind: 'credit_refused', detail, author: { id: 'processor' } }])
  expect((await call('POST', path)).body).toMatchObject({ mirror: 'refused', problem })
  const held = state.accounts.get(accountId)?.invoices.get(processorId)
  Object.assign(held ?? {}, { status: 'open', amount_remaining: 36_000, amount_due: 36_000 })
  const answers = await Promise.all([call('POST', path), call('POST', path)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await notesOf(call, id)).toMatchObject([{ mirror: 'done', problem: null }])
  expect((await call('POST', path)).body['code']).toBe('credit_note_not_refused')
  expect((await harness.as('member', call.orgId)('POST', path)).status).toBe(403)
  expect((await harness.as('owner')('POST', path)).status).toBe(404)
  expect(heldBy(accountId)).toHaveLength(2)
})

test('a note that was refused before a payment of the whole is one after it, here and there', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 400, times: 1 })
  const note = idOf(await credit(call, id, 6_000))
  expect(await mirrorOf(note)).toEqual({ mirror: 'refused', after_payment: false })
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  await untilStatus(call, id, 'paid')
  const summary = async () => (await call('GET', '/api/invoicing/summary')).body
  expect(await summary()).toMatchObject({ paidCents: 36_000 })
  expect(await mirrorOf(note)).toEqual({ mirror: 'pending', after_payment: true })
  await pollAfter(20)
  expect(await mirrorOf(note)).toEqual({ mirror: 'done', after_payment: true })
  expect(heldBy(accountId)).toMatchObject([{ type: 'post_payment', total: 6_000 }])
  expect(await summary()).toMatchObject({ paidCents: 36_000, outstandingCents: 0 })
})

/** A sale by a subscription that the ledger has not heard of yet. */
const soldThere = (id: string, accountId: string) =>
  event('invoice.paid', accountId, {
    ...{ id, billing_reason: 'subscription_cycle', total: 12_000, currency: 'eur', number: `S-${id}` },
    ...{ customer: 'cus_there', customer_email: 'b@example.com', total_excluding_tax: 10_000 },
  })
const only = async (call: Caller) =>
  ((await call('GET', '/api/invoicing')).body['items'] as unknown as Array<{ id: string }>)[0]?.id ?? ''

test('notes that come before the sale that they credit are recorded with it, once; a voided one is not', async () => {
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

test('a note whose void is told before its creation is never recorded, with its invoice or before it', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const tell = (type: string, object: object) => post(harness, 'invoicing', event(type, accountId, object))
  const told = async (note: object) => {
    expect((await tell('credit_note.voided', note)).status).toBe(200)
    expect((await tell('credit_note.created', note)).status).toBe(200)
  }
  await told(foreign(processorId))
  expect(await notesOf(call, id)).toEqual([])
  const late = foreign('in_void', { total: 1_200, type: 'post_payment' })
  await told(late)
  await post(harness, 'invoicing', soldThere('in_void', accountId))
  await pollAfter(20)
  await tell('credit_note.created', late)
  await tell('credit_note.created', foreign('in_void', { status: 'void', type: 'post_payment' }))
  const sold = (await call('GET', '/api/invoicing?status=paid')).body['items'] as unknown as [{ id: string }]
  expect(sold).toMatchObject([{ creditedCents: 0 }])
  expect(await notesOf(call, sold[0].id)).toEqual([])
})

test('a note there over more than the rest stands for the one that was refused, and credits what remains', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await atProcessor(accountId, '/v1/credit_notes', { invoice: processorId, amount: '36000' })
  const refused = idOf(await credit(call, id, 6_000))
  expect(await mirrorOf(refused)).toMatchObject({ mirror: 'refused' })
  const [whole] = heldBy(accountId)
  const told = () => post(harness, 'invoicing', event('credit_note.created', accountId, { ...whole }))
  const answers = await Promise.all([told(), told()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 36_000, amountDueCents: 0 })
  expect(await mirrorOf(refused)).toEqual({ mirror: 'none', after_payment: false })
  expect(await notesOf(call, id)).toHaveLength(2)
  const { body } = await call('GET', `/api/invoicing/${id}/timeline?limit=1`)
  expect(body['items']).toMatchObject([{ kind: 'credited', detail: { amountCents: 30_000 } }])
})

test('a note that is refused while the whole is paid follows the payment', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const { db, processor } = harness.deps
  deliveries.switches.drop = 'all'
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 400, times: 1 })
  const noteId = idOf(await credit(call, id, 6_000))
  expect(await mirrorOf(noteId)).toEqual({ mirror: 'refused', after_payment: false })
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  const note = await db
    .updateTable('credit_notes')
    .set({ mirror: 'pending', mirror_attempt: 2 })
    .where('id', '=', noteId)
    .returningAll()
    .executeTakeFirstOrThrow()
  // The state there is not to be had, so that the refusal ends the attempt.
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 400, times: 1 })
  faults.add({ match: 'GET /v1/invoices/', kind: 'status', status: 400, times: 1 })
  if (processor === null) throw new Error('there is no processor')
  let given: Promise<unknown> = Promise.resolve()
  await inTransaction(db, undefined, async (tx) => {
    const row = await lockInvoice(tx, call.orgId, id)
    given = mirrorCreditNote(harness.deps, processor, note)
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).not.toEqual([])
    })
    await moveInvoice(tx, row, 'paid', new Date())
  })
  await given
  expect(await mirrorOf(noteId)).toEqual({ mirror: 'done', after_payment: true })
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({ paidCents: 36_000 })
})

test('a note that came while the sale was being recorded is found by the poller', async () => {
  const { call, accountId } = await harness.seller()
  await post(harness, 'invoicing', soldThere('in_raced', accountId))
  const note = foreign('in_raced', { total: 1_200, type: 'post_payment' })
  // As if its transaction had not seen the invoice.
  await harness.deps.db
    .insertInto('waiting_credit_notes')
    .values({
      ...{ account_id: accountId, processor_invoice_id: 'in_raced', credit_note_id: note.id },
      ...{ org_id: call.orgId, note: json(note) },
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

test('a credited invoice is paid over its rest', async () => {
  const { call, id, accountId, processorId } = await anOpenInvoice(harness)
  await credit(call, id, 6_000)
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  await untilStatus(call, id, 'paid')
  expect(state.accounts.get(accountId)?.invoices.get(processorId)?.amount_paid).toBe(30_000)
})
