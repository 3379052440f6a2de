import { inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { creditNotesSuite } from '../../test/credit-notes.ts'
import { toId } from '../../test/harness.ts'
import { untilStatus, visit } from '../../test/payments-harness.ts'
import { anOpenInvoice } from '../../test/webhooks.ts'
import { lockInvoice } from '../invoices/get-invoice.ts'
import { moveInvoice } from '../invoices/move-invoice.ts'
import { mirrorCreditNote } from './mirror-credit-note.ts'

const { harness, pollAfter, atProcessor, heldBy, invoiceOf, notesOf, mirrorOf, credit } =
  await creditNotesSuite()
const { faults, deliveries, state } = harness.sandbox.payments

test('settles a note by the processor’s event when the response was lost, and makes no second one in the poller', async () => {
  const { call, accountId, id } = await anOpenInvoice(harness)
  faults.add({ match: 'POST /v1/credit_notes', kind: 'cut_after', times: 10 })
  const note = await credit(call, id, 6_000)
  expect(note.status).toBe(201)
  await deliveries.settled()
  await pollAfter(20)
  expect(await mirrorOf(toId(note))).toMatchObject({ mirror: 'done' })
  expect(heldBy(accountId)).toHaveLength(1)
  expect(await notesOf(call, id)).toHaveLength(1)
})

test('finds a note at the processor when response and event were lost and the key has expired', async () => {
  const { call, accountId, id } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  faults.add({ match: 'POST /v1/credit_notes', kind: 'cut_after', times: 10 })
  const note = await credit(call, id, 6_000)
  const account = state.accounts.get(accountId)
  account?.events.clear()
  account?.answers.clear()
  await pollAfter(22 * 60)
  expect(await mirrorOf(toId(note))).toMatchObject({ mirror: 'done' })
  expect(heldBy(accountId)).toHaveLength(1)
})

test('sends a note in the poller if the first attempt failed at the processor', async () => {
  const { call, accountId, id } = await anOpenInvoice(harness)
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 500, times: 10 })
  const note = await credit(call, id, 6_000)
  expect([note.status, heldBy(accountId).length]).toEqual([201, 0])
  expect(await mirrorOf(toId(note))).toMatchObject({ mirror: 'pending' })
  faults.clear()
  await pollAfter(20)
  expect(await mirrorOf(toId(note))).toMatchObject({ mirror: 'done' })
  expect(heldBy(accountId)).toMatchObject([{ subtotal: 5_000, total: 6_000 }])
})

test('turns a note into one after the payment if the payment reached the processor first', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  const note = await credit(call, id, 36_000)
  expect(note.status).toBe(201)
  expect(await mirrorOf(toId(note))).toEqual({ mirror: 'done', after_payment: true })
  expect(heldBy(accountId)).toMatchObject([{ type: 'post_payment', out_of_band_amount: 36_000 }])
  expect(await invoiceOf(call, id)).toMatchObject({
    status: 'paid',
    creditedCents: 36_000,
    amountDueCents: 0,
  })
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({ paidCents: 36_000 })
})

test('keeps a note in the ledger if the processor refuses it, and does not send it again', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await atProcessor(accountId, '/v1/credit_notes', { invoice: processorId, amount: '36000' })
  const note = await credit(call, id, 6_000)
  expect(note.status).toBe(201)
  expect(await mirrorOf(toId(note))).toMatchObject({ mirror: 'refused' })
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 6_000 })
  await pollAfter(20)
  // The poller reads the event for the note created at the processor.
  expect(await invoiceOf(call, id)).toMatchObject({ creditedCents: 36_000 })
  expect(heldBy(accountId)).toHaveLength(1)
})

test('shows why a note was refused, on the note and in the timeline, and sends it again when a user retries it', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  deliveries.switches.drop = 'all'
  await atProcessor(accountId, '/v1/credit_notes', { invoice: processorId, amount: '36000' })
  const path = `/api/credit-notes/${toId(await credit(call, id, 6_000))}/retry`
  const problem = expect.stringContaining('must equal the amount of the credit note')
  expect(await notesOf(call, id)).toMatchObject([{ mirror: 'refused', problem }])
  const { body } = await call('GET', `/api/invoicing/${id}/timeline?limit=1`)
  const detail = { number: expect.stringMatching(/^CN-/), reason: problem }
  expect(body['items']).toMatchObject([
    { kind: 'credit_refused', detail, author: { id: 'processor' } },
  ])
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

test('counts a refused note as one after the payment, here and at the processor, when the whole is paid', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 400, times: 1 })
  const note = toId(await credit(call, id, 6_000))
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

test('counts a note as one after the payment if it is refused while the whole is paid', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const { db, processor } = harness.deps
  deliveries.switches.drop = 'all'
  faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 400, times: 1 })
  const noteId = toId(await credit(call, id, 6_000))
  expect(await mirrorOf(noteId)).toEqual({ mirror: 'refused', after_payment: false })
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  const note = await db
    .updateTable('credit_notes')
    .set({ mirror: 'pending', mirror_attempt: 2 })
    .where('id', '=', noteId)
    .returningAll()
    .executeTakeFirstOrThrow()
  // The invoice cannot be read at the processor, so the refusal ends the attempt.
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
    await moveInvoice(harness.deps, tx, { row, stated: 'paid', at: new Date() })
  })
  await given
  expect(await mirrorOf(noteId)).toEqual({ mirror: 'done', after_payment: true })
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({ paidCents: 36_000 })
})

test.each([
  ['reads', 0],
  ['cannot read', 1],
])(
  'counts no payment at the processor when it refuses the note that closes a partly paid invoice, and %s the invoice',
  async (_, unread) => {
    const { call, id } = await anOpenInvoice(harness)
    const path = `/api/invoicing/${id}/payments`
    await call('POST', path, { amountCents: 30_000, paidAt: '2026-11-20', method: 'transfer' })
    faults.add({ match: 'POST /v1/credit_notes', kind: 'status', status: 400, times: 1 })
    if (unread > 0)
      faults.add({ match: 'GET /v1/invoices/', kind: 'status', status: 400, times: unread })
    const note = toId(await credit(call, id, 6_000))
    expect(await mirrorOf(note)).toEqual({ mirror: 'refused', after_payment: false })
    expect(await invoiceOf(call, id)).toMatchObject({ status: 'paid', paidCents: 30_000 })
    expect((await call('GET', path)).body).toMatchObject({
      total: 1,
      items: [{ source: 'recorded' }],
    })
    const { body } = await call('GET', '/api/invoicing/summary')
    expect(body).toMatchObject({ paidCents: 30_000, outstandingCents: 0 })
  },
)

test('pays a credited invoice with the rest', async () => {
  const { call, id, accountId, processorId } = await anOpenInvoice(harness)
  await credit(call, id, 6_000)
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  await untilStatus(call, id, 'paid')
  expect(state.accounts.get(accountId)?.invoices.get(processorId)?.amount_paid).toBe(30_000)
})
