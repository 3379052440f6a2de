import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { percentile, report } from '@atrium/bench-kit'
import { type Owner, type StartedPlatform, signUp, time, withPlatform } from './started-platform.ts'

// Measures lists, summaries and the CSV of an organisation with 100,000 invoices.
const invoices = 100_000
const customers = 2_000
const rounds = 120
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

async function seedInvoices({ query }: StartedPlatform, orgId: string): Promise<void> {
  await query(
    `insert into invoicing.customers (id, org_id, name, email)
    select 'cus_' || md5($1 || n), $1, 'Customer ' || n, 'accounts' || n || '@example.com'
    from generate_series(0, $2::int - 1) n`,
    [orgId, customers],
  )
  await query(
    `insert into invoicing.invoices (id, org_id, customer_id, number, source, status, currency,
      line_items, vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents,
      issue_date, due_date, seller, buyer)
    select 'inv_' || md5($1 || n), $1, 'cus_' || md5($1 || n % $2::int),
      'INV-2026-' || lpad(n::text, 6, '0'), 'one_off',
      (array['open', 'paid', 'paid', 'paid', 'void'])[1 + n % 5],
      (array['EUR', 'EUR', 'USD'])[1 + n % 3],
      '[{"description": "x", "quantity": 1, "unitAmountCents": 1000}]', 0, 1000 + n % 977, 0,
      1000 + n % 977, now() - n * interval '3 minutes', now() - (n - 20000) * interval '3 minutes',
      $3, $3
    from generate_series(1, $4::int) n`,
    [orgId, customers, party, invoices],
  )
  await query('vacuum analyze invoicing.customers, invoicing.invoices')
}

/** Returns the UTC day that is `offset` days from now. */
const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

async function benchLists({ send }: Owner): Promise<void> {
  const { next } = await send<{ next: string }>(
    'GET',
    '/api/invoicing?sortBy=totalAmountCents&offset=97475',
  )
  const paths = {
    'list, newest first': '',
    'list, by total, filtered': '?sortBy=totalAmountCents&sortDir=asc&status=open&offset=100',
    'list, by a part of a number': '?q=-09999',
    'list, by a part of a name': '?q=customer%2019&sortBy=dueDate',
    'list, by a word that is nowhere': '?q=nowhere',
    'list, overdue, in the order of due dates': '?overdue=true&sortBy=dueDate&sortDir=asc',
    'list, by a period, in the order of due dates': `?sortBy=dueDate&sortDir=asc&from=${day(-3)}&to=${day(0)}`,
    'list, by amounts': '?minCents=1500&maxCents=1500',
    'list, by every filter': `?q=customer&status=paid&source=one_off&from=${day(-100)}&to=${day(0)}&minCents=1100&maxCents=1900`,
    'list, page 3,900 by cursor': `?sortBy=totalAmountCents&cursor=${next}`,
    summary: '/summary',
    'summary by month': '/summary?by=month',
    'summary by customer': '/summary?by=customer',
  }
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const taken = await time(() => send('GET', `/api/invoicing${path}`))
      if (round >= 20) times.push(taken)
    }
    const p95 = percentile(times, 0.95)
    report({ name: `${name}, 100,000 invoices, p95`, value: p95, unit: 'ms', target: '< 50' })
  }
}

async function benchCsv(platform: StartedPlatform, { headers }: Owner): Promise<void> {
  const url = `${platform.baseUrl}/api/invoicing/export.csv`
  const before = platform.readMemory()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, platform.readMemory())
  }, 500)
  let lines = 0
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) if (byte === 10) lines += 1
      done()
    },
  })
  const millis = await time(async () => {
    const { body } = await fetch(url, { headers })
    if (body !== null) await pipeline(body, count)
  })
  clearInterval(watch)
  if (lines !== invoices + 1) throw new Error(`${lines} lines of ${invoices} invoices`)
  const name = 'CSV of 100,000 invoices'
  report({ name, value: millis / 1_000, unit: 's', target: '<= 10' })
  report({ name: `${name}, growth of memory`, value: peak - before, unit: 'MB', target: '<= 50' })
}

await withPlatform(async (platform) => {
  const owner = await signUp(platform)
  await seedInvoices(platform, owner.orgId)
  await benchLists(owner)
  await benchCsv(platform, owner)
})
