import { request } from 'node:http'
import { report } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import { type Platform, withPlatform } from './platform.ts'

// Exports an org with many invoices and measures the duration and the service's memory growth.
const invoices = 100_000
const customers = 2_000
/** Small enough that one insert stays well within the statement timeout. */
const batch = 10_000

async function fill({ db }: Platform, orgId: string): Promise<void> {
  await sql`insert into customers (id, org_id, name, email, tax_id)
    select 'cus_' || md5(${orgId} || n), ${orgId}, 'Customer ' || n, 'accounts' || n || '@example.com', 'FR' || n
    from generate_series(0, ${customers - 1}) n`.execute(db)
  for (let from = 1; from <= invoices; from += batch) {
    await sql`insert into invoices (id, org_id, customer_id, number, source, status, currency, line_items, vat_rate_bps,
        subtotal_amount_cents, vat_amount_cents, total_amount_cents, issue_date, due_date, seller, buyer)
      select 'inv_' || md5(${orgId} || n), ${orgId}, 'cus_' || md5(${orgId} || n % ${customers}), 'INV-2026-' || lpad(n::text, 6, '0'), 'one_off',
        (array['open', 'paid', 'void'])[1 + n % 3], 'EUR',
        '[{"description": "Hours of consulting", "quantity": 3, "unitAmountCents": 1000}]', 2000, 3000, 600, 3600,
        now() - n * interval '3 minutes', now(), '{"name": "Seller"}',
        jsonb_build_object('name', 'Customer ' || n, 'email', 'accounts@example.com', 'taxId', 'FR' || n)
      from generate_series(${from}::int, ${from + batch - 1}::int) n`.execute(db)
  }
  // A long-running database would have been vacuumed by autovacuum.
  await sql`vacuum analyze customers, invoices`.execute(db)
}

/** Streams a response without keeping it and returns its number of lines. */
const countLines = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      let lines = 0
      response.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) lines += 1
      })
      response.on('error', reject)
      response.on('end', () => resolve(lines))
    })
    sent.on('error', reject)
    sent.end()
  })

await withPlatform(async (platform) => {
  const orgId = newId('org')
  await fill(platform, orgId)
  const path = '/api/invoicing/export.csv'
  await platform.send('GET', `${path}?minCents=9999`, await platform.caller(orgId))
  const before = await platform.memory()
  let peak = before
  const watch = setInterval(async () => {
    peak = Math.max(peak, await platform.memory())
  }, 50)
  const started = performance.now()
  const lines = await countLines(platform.url + path, await platform.caller(orgId))
  const seconds = (performance.now() - started) / 1_000
  clearInterval(watch)
  if (lines !== invoices + 1) throw new Error(`${lines} lines of ${invoices} invoices`)
  report({ name: 'money: CSV of 100,000 invoices', value: seconds, unit: 's', target: '<= 10' })
  report({
    name: 'money: CSV, growth of memory',
    value: peak - before,
    unit: 'MB',
    target: '<= 50',
  })
})
