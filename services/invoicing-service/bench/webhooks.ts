import { createHmac } from 'node:crypto'
import type { Measurement } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { json } from '@atrium/database'
import { type Platform, perSecond, webhookSecret } from './platform.ts'

const path = '/api/invoicing/webhooks/payments'
const connections = 16
const invoices = 20_000

const signed = (body: string): Record<string, string> => {
  const at = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${at},v1=${signature}`, 'content-type': 'application/json' }
}

const paid = (n: number): string =>
  JSON.stringify({
    id: `evt_bench_${n}`,
    object: 'event',
    type: 'invoice.paid',
    account: 'acct_bench',
    created: 1_790_000_000,
    data: { object: { id: `in_bench_${n}`, object: 'invoice', status: 'paid', total: 1_000 } },
  })

/** Measures signed `invoice.paid` events, one per open invoice, and then their redelivery. */
export async function benchWebhooks(platform: Platform): Promise<Measurement[]> {
  const { db } = platform
  const orgId = newId('org')
  const customerId = newId('cus')
  await db
    .insertInto('customers')
    .values({ id: customerId, org_id: orgId, name: 'x', email: 'x@example.com' })
    .execute()
  for (let from = 0; from < invoices; from += 1_000) {
    await db
      .insertInto('invoices')
      .values(
        Array.from({ length: 1_000 }, (_, n) => ({
          id: newId('inv'),
          org_id: orgId,
          customer_id: customerId,
          source: 'one_off' as const,
          status: 'open' as const,
          currency: 'EUR',
          line_items: json([{ description: 'x', quantity: 1, unitAmountCents: 1_000 }]),
          vat_rate_bps: 0,
          subtotal_amount_cents: 1_000,
          vat_amount_cents: 0,
          total_amount_cents: 1_000,
          payments_invoice_id: `in_bench_${from + n}`,
          payments_account_id: 'acct_bench',
        })),
      )
      .execute()
  }
  let sent = 0
  const post = async (n: number): Promise<void> => {
    const body = paid(n)
    const { status } = await platform.send('POST', path, signed(body), body)
    if (status !== 200) throw new Error(`the endpoint answered ${status}`)
    sent = Math.max(sent, n)
  }
  const warm = 500
  for (let n = 0; n < warm; n += 1) await post(n)
  const distinct = await perSecond(connections, 6, (n) => post(Math.min(warm + n, invoices - 1)))
  const again = await perSecond(connections, 6, (n) => post(n % sent))
  return [
    { name: 'webhook intake, distinct events', value: distinct, unit: '/s', target: '≥ 1,000' },
    { name: 'webhook intake, redelivered events', value: again, unit: '/s', target: '≥ 2,000' },
  ]
}
