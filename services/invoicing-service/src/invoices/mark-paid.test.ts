import type { OrgPrincipal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { afterAll, expect, test } from 'vitest'
import { createDraft, startHarness } from '../../test/harness.ts'
import { markPaid } from './mark-paid.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const payment = { paidAt: '2026-01-31T00:00:00.000Z', method: 'cash', reference: null }

const openInvoice = async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  await call('POST', `/api/invoicing/${id}/finalize`)
  return { call, id, path: `/api/invoicing/${id}` }
}

test('records the payment here and mails the invoice first if there is no processor', async () => {
  const { call, path } = await openInvoice()
  const sent = await call('POST', `${path}/send`)
  expect(sent.status).toBe(200)
  const key = { 'idempotency-key': 'paid' }
  const paid = await call('POST', `${path}/mark-paid`, payment, key)
  expect([paid.status, paid.body]).toMatchObject([200, { status: 'paid', paidAt: payment.paidAt }])
  const again = await call('POST', `${path}/mark-paid`, payment, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  const { body } = await call('GET', '/api/invoicing/summary')
  expect(body).toMatchObject({ paidCents: 36_000, outstandingCents: 0 })
})

test("keeps status, history and events unchanged when the payment's transaction rolls back", async () => {
  const { call, id, path } = await openInvoice()
  const before = await call('GET', `${path}/timeline`)
  const { orgId, userId } = call
  const principal: OrgPrincipal = {
    orgId,
    userId,
    role: 'admin',
    isAdmin: false,
    via: 'session',
    credentialId: 'ses_1',
  }
  const undone = inTransaction(harness.deps.db, undefined, async (tx) => {
    const row = await markPaid(
      harness.deps,
      { principal, tx },
      { id, input: payment, settle: async () => {} },
    )
    expect(row.status).toBe('paid')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await call('GET', path)).body).toMatchObject({ status: 'open', paidAt: null })
  expect((await call('GET', `${path}/timeline`)).body).toEqual(before.body)
})
