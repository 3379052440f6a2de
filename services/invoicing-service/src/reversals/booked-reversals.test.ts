import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '../../test/harness.ts'
import { paymentsSuite, untilStatus, visit } from '../../test/payments-harness.ts'
import { anOpenInvoice, event, post } from '../../test/webhooks.ts'

const { harness } = await paymentsSuite({ env: { ACCOUNTING_ENABLED: 'true' } })

async function aPaidInvoice() {
  const invoice = await anOpenInvoice(harness)
  const { call, accountId, processorId, id } = invoice
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}/pay`)
  const { body } = await untilStatus(call, id, 'paid')
  const total = Number(body['totalAmountCents'])
  const charge = { id: `ch_${processorId}`, amount: total, currency: 'eur', invoice: processorId }
  const dispute = {
    id: `du_${processorId}`,
    currency: 'eur',
    reason: 'fraudulent',
    invoice: processorId,
  }
  return {
    ...invoice,
    total,
    refund: (amount_refunded: number) =>
      post(
        harness,
        'invoicing',
        event('charge.refunded', accountId, { ...charge, amount_refunded }),
      ),
    dispute: (status: string, amount: number, more: object = {}) =>
      post(
        harness,
        'invoicing',
        event('charge.dispute.closed', accountId, { ...dispute, status, amount }, more),
      ),
    refundedCents: async () => (await call('GET', `/api/invoicing/${id}`)).body['refundedCents'],
  }
}

const summary = async (call: Caller, query = '') =>
  (await call('GET', `/api/invoicing/summary${query}`)).body as Record<string, unknown>

/** Returns a month's refund entries: text, account, debit and credit. */
async function readEntries(call: Caller, month: string) {
  const { text } = await call('GET', `/api/accounting/export?month=${month}&format=fec`)
  const lines = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split('\t'))
  return lines
    .filter((cells) => /^(?:Refund|Lost dispute|Won dispute) INV-/.test(cells[10] ?? ''))
    .map((cells) => [cells[0], cells[3], cells[4], cells[11], cells[12]].join(' '))
}

/** Moves the entries of a kind to another day, because the journal reads by day. */
const dated = (call: Caller, kind: string, at: string) =>
  sql`update invoice_history set created_at = ${at} where org_id = ${call.orgId} and kind = ${kind}`.execute(
    harness.deps.db,
  )

test('books each part of a refund on its day and adds them up in the summary', async () => {
  const { call, total, refund, refundedCents } = await aPaidInvoice()
  await refund(1_000)
  await dated(call, 'refunded', '2031-03-31T10:00:00.000Z')
  await refund(3_000)
  await refund(3_000)
  const month = new Date().toISOString().slice(0, 7)
  expect(await readEntries(call, '2031-03')).toEqual([
    'BQ 20310331 411000 10,00 0,00',
    'BQ 20310331 512000 0,00 10,00',
  ])
  expect((await readEntries(call, month)).map((line) => line.replace(/ \d{8} /, ' '))).toEqual([
    'BQ 411000 20,00 0,00',
    'BQ 512000 0,00 20,00',
  ])
  expect(await refundedCents()).toBe(3_000)
  expect(await summary(call)).toMatchObject({ paidCents: total, refundedCents: 3_000 })
  const months = (await summary(call, '?by=month'))['items']
  expect(months).toMatchObject([
    { key: month, paidCents: total, refundedCents: 2_000 },
    { key: '2031-03', count: 0, paidCents: 0, refundedCents: 1_000 },
  ])
  expect((await summary(call, '?by=month&from=2031-03-01&to=2031-03-31'))['items']).toMatchObject([
    { key: '2031-03', refundedCents: 1_000 },
  ])
  expect((await summary(call, '?by=customer'))['items']).toMatchObject([{ refundedCents: 3_000 }])
  expect((await call('GET', '/api/accounting/months')).body['items']).toMatchObject([
    { month: '2031-03', refunds: 1, refundedCents: 1_000, payments: 0 },
    { month, refunds: 1, refundedCents: 2_000, payments: 1 },
  ])
  const stranger = harness.as('owner')
  expect(await summary(stranger)).toMatchObject({ refundedCents: 0 })
  expect(await readEntries(stranger, '2031-03')).toEqual([])
})

test('books at most the total when more money is returned', async () => {
  const { call, total, refund } = await aPaidInvoice()
  await refund(total * 2)
  expect(await summary(call)).toMatchObject({ paidCents: total, refundedCents: total })
})

test('books nothing when a dispute opens or is won, and its amount when it is lost', async () => {
  const won = await aPaidInvoice()
  await won.dispute('needs_response', 500)
  await won.dispute('won', 500)
  expect(await summary(won.call)).toMatchObject({ refundedCents: 0 })
  expect(await readEntries(won.call, new Date().toISOString().slice(0, 7))).toEqual([])
  const lost = await aPaidInvoice()
  await lost.refund(1_000)
  await lost.dispute('needs_response', 500)
  await lost.dispute('lost', 500)
  expect(await summary(lost.call)).toMatchObject({ refundedCents: 1_500 })
  expect(await lost.refundedCents()).toBe(1_500)
})

test('reverses a lost dispute when it is won later', async () => {
  const { call, dispute, refundedCents } = await aPaidInvoice()
  await dispute('lost', 500)
  await dispute('won', 500, { created: Math.floor(Date.now() / 1000) + 60 })
  expect(await refundedCents()).toBe(0)
  expect(await summary(call)).toMatchObject({ refundedCents: 0 })
  const month = new Date().toISOString().slice(0, 7)
  expect((await readEntries(call, month)).map((line) => line.replace(/ \d{8} /, ' '))).toEqual([
    'BQ 411000 5,00 0,00',
    'BQ 512000 0,00 5,00',
    'BQ 411000 0,00 5,00',
    'BQ 512000 5,00 0,00',
  ])
})
