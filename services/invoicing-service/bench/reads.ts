import { type Measurement, percentile } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Platform } from './platform.ts'

const invoices = 100_000
const rounds = 120

/** List and summary of an org with many invoices. */
export async function benchReads(platform: Platform): Promise<Measurement[]> {
  const { db } = platform
  const orgId = newId('org')
  const customerId = newId('cus')
  await db
    .insertInto('customers')
    .values({ id: customerId, org_id: orgId, name: 'x', email: 'x@example.com' })
    .execute()
  await sql`insert into invoices (id, org_id, customer_id, number, source, status, currency, line_items, vat_rate_bps,
      subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date, due_date)
    select 'inv_' || md5(${orgId} || n), ${orgId}, ${customerId}, 'INV-2026-' || lpad(n::text, 6, '0'), 'one_off',
      (array['open', 'paid', 'paid', 'paid', 'void'])[1 + n % 5], (array['EUR', 'EUR', 'USD'])[1 + n % 3],
      '[{"description": "x", "quantity": 1, "unitAmountCents": 1000}]', 0, 1000 + n % 977, 0, 1000 + n % 977,
      now() - n * interval '3 minutes', now() - (n - 20000) * interval '3 minutes'
    from generate_series(1, ${invoices}) n`.execute(db)
  await sql`vacuum analyze invoices`.execute(db)
  const headers = await platform.caller(orgId)
  const rows: Measurement[] = []
  const paths = {
    'list, newest first': '/api/invoicing',
    'list, by total, filtered': '/api/invoicing?sortBy=totalAmountCents&sortDir=asc&status=open&offset=100',
    summary: '/api/invoicing/summary',
  }
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      const { status } = await platform.send('GET', path, headers)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      if (round >= 20) times.push(performance.now() - started)
    }
    const p95 = percentile(times, 0.95)
    rows.push({ name: `${name}, 100,000 invoices, p95`, value: p95, unit: 'ms', target: '< 50' })
  }
  return rows
}
