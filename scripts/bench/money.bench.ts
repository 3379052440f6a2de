import { setTimeout } from 'node:timers/promises'
import { percentile, report } from '@atrium/bench-kit'
import {
  type StartedPlatform,
  signUp,
  time,
  withoutPayments,
  withPlatform,
} from './started-platform.ts'

// Imports a statement of 10,000 transactions against 5,000 open invoices.
const invoices = 5_000
const transactions = 10_000
const customers = 500
const party = JSON.stringify({ name: 'Harbour Sails Ltd', country: 'GB' })

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
      'INV-2026-' || lpad(n::text, 6, '0'), 'one_off', 'open', 'EUR',
      '[{"description": "x", "quantity": 1, "unitAmountCents": 1000}]', 0, 10000 + n, 0, 10000 + n,
      now() - interval '20 days', now() + interval '10 days', $3, $3
    from generate_series(1, $4::int) n`,
    [orgId, customers, party, invoices],
  )
  await query('vacuum analyze invoicing.customers, invoicing.invoices')
}

/** Writes a CAMT.053 statement. Each second transaction pays an invoice by its number. */
function writeStatement(): Blob {
  const entries = Array.from({ length: transactions }, (_, at) => {
    const n = Math.floor(at / 2) + 1
    const isPaying = at % 2 === 0
    const cents = isPaying ? 10_000 + n : 777
    const text = isPaying ? `Invoice INV 2026 ${n}` : `Card payment ${at}`
    return `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B${at}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Payer ${at}</Nm></Dbtr>
<DbtrAcct><Id><IBAN>DE${String(at).padStart(20, '0')}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  })
  return new Blob([
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
    '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>',
    ...entries,
    '</Stmt></BkToCstmrStmt></Document>',
  ])
}

await withPlatform(async (platform) => {
  const owner = await signUp(platform)
  await seedInvoices(platform, owner.orgId)
  const form = new FormData()
  form.set('file', writeStatement(), 'november.xml')
  let isImporting = true
  const reads: number[] = []
  const reading = (async () => {
    while (isImporting) {
      reads.push(await time(() => owner.send('GET', '/api/customers?limit=1')))
      await setTimeout(10)
    }
  })().catch((error: unknown) => console.error(error))
  let matched = 0
  const took = await time(async () => {
    const { cookie, origin } = owner.headers
    const response = await fetch(`${platform.baseUrl}/api/bank/statements`, {
      method: 'POST',
      headers: { cookie, origin },
      body: form,
    }).finally(() => {
      isImporting = false
    })
    if (response.status !== 201) throw new Error(await response.text())
    matched = ((await response.json()) as { matched: number }).matched
  })
  await reading
  const name = 'statement of 10,000 transactions against 5,000 invoices'
  report({ name: `${name}, imported and matched`, value: took / 1_000, unit: 's', target: '< 10' })
  report({ name: `${name}, not matched`, value: invoices - matched, unit: '', target: '<= 0' })
  const during = 'a read during that import'
  report({ name: `${during}, p99`, value: percentile(reads, 0.99), unit: 'ms', target: '< 50' })
  report({ name: `${during}, longest`, value: Math.max(...reads), unit: 'ms', target: '-' })
  const list = () => owner.send('GET', '/api/bank/transactions?status=unmatched&limit=25')
  const lists: number[] = []
  for (let round = 0; round < 20; round += 1) lists.push(await time(list))
  const shown = 'transactions with their suggestions, p95'
  report({ name: shown, value: percentile(lists, 0.95), unit: 'ms', target: '< 200' })
}, withoutPayments)
