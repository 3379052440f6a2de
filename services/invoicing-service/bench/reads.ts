import { type Measurement, percentile } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from './platform.ts'

const invoices = 100_000
const customers = 2_000
const rounds = 120
/** Small enough that one insert stays well within the statement timeout. */
const batch = 10_000
/** Seller and buyer as a finalized invoice stores them. */
const party = JSON.stringify({
  name: 'Harbour Sails Ltd',
  line1: '12 Quay Street',
  line2: null,
  city: 'Falmouth',
  postalCode: 'TR11 3HG',
  country: 'GB',
  taxId: 'GB123456789',
  registration: 'RCS 123 456 789',
})

/** Returns the UTC day that is `offset` days from now. */
const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

export async function benchReads(platform: Platform): Promise<Measurement[]> {
  const { db } = platform
  const orgId = newId('org')
  await sql`insert into customers (id, org_id, name, email)
    select 'cus_' || md5(${orgId} || n), ${orgId}, 'Customer ' || n, 'accounts' || n || '@example.com'
    from generate_series(0, ${customers - 1}) n`.execute(db)
  for (let from = 1; from <= invoices; from += batch) {
    await sql`insert into invoices (id, org_id, customer_id, number, source, status, currency, line_items, vat_rate_bps,
        subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date, due_date, seller, buyer)
      select 'inv_' || md5(${orgId} || n), ${orgId}, 'cus_' || md5(${orgId} || n % ${customers}), 'INV-2026-' || lpad(n::text, 6, '0'), 'one_off',
        (array['open', 'paid', 'paid', 'paid', 'void'])[1 + n % 5], (array['EUR', 'EUR', 'USD'])[1 + n % 3],
        '[{"description": "x", "quantity": 1, "unitAmountCents": 1000}]', 0, 1000 + n % 977, 0, 1000 + n % 977,
        now() - n * interval '3 minutes', now() - (n - 20000) * interval '3 minutes', ${party}, ${party}
      from generate_series(${from}::int, ${from + batch - 1}::int) n`.execute(db)
  }
  await sql`vacuum analyze customers, invoices`.execute(db)
  const first = await platform.caller(orgId)
  const rows: Measurement[] = []
  const far = await platform.send(
    'GET',
    '/api/invoicing?sortBy=totalAmountCents&offset=97475',
    first,
  )
  const { next: deep } = z.object({ next: z.string() }).parse(JSON.parse(far.text))
  const paths = {
    'list, newest first': '/api/invoicing',
    'list, by total, filtered':
      '/api/invoicing?sortBy=totalAmountCents&sortDir=asc&status=open&offset=100',
    'list, by a part of a number': '/api/invoicing?q=-09999',
    'list, by a part of a name': '/api/invoicing?q=customer%2019&sortBy=dueDate',
    'list, by a word that is nowhere': '/api/invoicing?q=nowhere',
    'list, overdue, in the order of due dates':
      '/api/invoicing?overdue=true&sortBy=dueDate&sortDir=asc',
    'list, by a period, in the order of due dates': `/api/invoicing?sortBy=dueDate&sortDir=asc&from=${day(-3)}&to=${day(0)}`,
    'list, by amounts': '/api/invoicing?minCents=1500&maxCents=1500',
    'list, by every filter': `/api/invoicing?q=customer&status=paid&source=one_off&from=${day(-100)}&to=${day(0)}&minCents=1100&maxCents=1900`,
    'list, page 3,900 by cursor': `/api/invoicing?sortBy=totalAmountCents&cursor=${deep}`,
    summary: '/api/invoicing/summary',
    'summary by month': '/api/invoicing/summary?by=month',
    'summary by customer': '/api/invoicing/summary?by=customer',
  }
  for (const [name, path] of Object.entries(paths)) {
    // The headers are valid for a minute.
    const headers = await platform.caller(orgId)
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
