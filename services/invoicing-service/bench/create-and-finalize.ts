import { inTurns, type Measurement, pgbench, ratio } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import { type Platform, perSecond } from './platform.ts'

const seconds = 4
const connections = 8
const orgs = 8

/**
 * Measures drafting and finalizing over HTTP against `pgbench`, which runs the equivalent
 * statements on the same server.
 */
export async function benchCreateAndFinalize(platform: Platform): Promise<Measurement[]> {
  const callers = await Promise.all(
    Array.from({ length: orgs }, async () => {
      const headers = {
        ...(await platform.caller(newId('org'))),
        'content-type': 'application/json',
      }
      await platform.send(
        'PUT',
        '/api/invoicing/seller',
        headers,
        JSON.stringify({ name: 'Bench Ltd' }),
      )
      const customer = JSON.stringify({ name: 'Bench', email: 'bench@example.com' })
      const { text } = await platform.send('POST', '/api/customers', headers, customer)
      const draft = JSON.stringify({
        customerId: JSON.parse(text).id,
        lineItems: [{ description: 'Hours', quantity: 50, unitAmountCents: 24_167 }],
        vatRateBps: 2_000,
      })
      return { headers, draft }
    }),
  )
  const round = async (n: number): Promise<void> => {
    const caller = callers[n % callers.length]
    if (caller === undefined) return
    const created = await platform.send('POST', '/api/invoicing', caller.headers, caller.draft)
    const { id } = JSON.parse(created.text) as { id: string }
    const { status } = await platform.send('POST', `/api/invoicing/${id}/finalize`, caller.headers)
    if (status !== 200) throw new Error(`finalize answered ${status}`)
  }
  await perSecond(connections, 2, round)
  const rates = await inTurns(
    () => perSecond(connections, seconds, round),
    () => yardstick(platform),
  )
  return [
    { name: 'create and finalize', value: rates.ours, unit: '/s', target: '-' },
    {
      name: 'create and finalize, the same statements with pgbench',
      value: rates.theirs,
      unit: '/s',
      target: '-',
    },
    ratio('create and finalize, against pgbench', rates, 0.25),
  ]
}

// The baseline: the same work as the two requests, as plain statements in two transactions.
const plainScript = String.raw`
\set n random(1, 1000000000)
\set k random(1, 1000000000)
\set o random(1, 8)
begin;
select * from customers where org_id = 'bench_' || :o and id = 'cus_' || :o;
insert into invoices (id, org_id, customer_id, source, currency, due_date, line_items, vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents)
  values ('pgb_' || :n || '_' || :k || '_' || :client_id, 'bench_' || :o, 'cus_' || :o, 'one_off', 'EUR', null, '[{"description":"Hours","quantity":50,"unitAmountCents":24167}]'::jsonb, 2000, 1208350, 241670, 1450020) returning *;
insert into outbox (id, kind, type, org_id, data) values ('pgo_' || :n || '_' || :k || '_' || :client_id, 'done', 'bench', 'bench_' || :o, '{"invoiceId":"inv_00000000000000000000000000000000","totalAmountCents":1450020}'::jsonb);
commit;
begin;
select * from invoices where org_id = 'bench_' || :o and id = 'pgb_' || :n || '_' || :k || '_' || :client_id for update;
insert into invoice_sequences (org_id, year, last) values ('bench_' || :o, 2026, 1) on conflict (org_id, year) do update set last = invoice_sequences.last + 1 returning last \gset
update invoices set status = 'open', number = 'INV-2026-' || :last, issue_date = now(), due_date = now(), version = version + 1, updated_at = now()
  where org_id = 'bench_' || :o and id = 'pgb_' || :n || '_' || :k || '_' || :client_id returning *;
insert into outbox (id, kind, type, org_id, data) values ('pgp_' || :n || '_' || :k || '_' || :client_id, 'done', 'bench', 'bench_' || :o, '{"invoiceId":"inv_00000000000000000000000000000000","totalAmountCents":1450020}'::jsonb);
commit;
`

// The baseline has its own outbox in a separate schema, because no relay should read its rows.
const tables = `create schema pgbench;
  create table pgbench.customers (like invoicing.customers including all);
  create table pgbench.invoices (like invoicing.invoices including all);
  create table pgbench.outbox (like invoicing.outbox including all);
  create table pgbench.invoice_sequences (like invoicing.invoice_sequences including all);
  insert into pgbench.customers (id, org_id, name, email)
    select 'cus_' || n, 'bench_' || n, 'Bench', 'bench@example.com' from generate_series(1, 8) n`

/** Returns the rounds per second of the plain script, starting from empty tables. */
async function yardstick({ db, databaseUrl }: Platform): Promise<number> {
  await sql.raw(`drop schema if exists pgbench cascade; ${tables}`).execute(db)
  const searchPath = 'pgbench'
  return pgbench(databaseUrl, {
    script: plainScript,
    connections,
    seconds,
    prepared: true,
    searchPath,
  })
}
