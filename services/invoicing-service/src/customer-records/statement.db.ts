import { sql } from 'kysely'
import type { Db, OrgKey } from '../database.ts'
import type { StatementEntry } from '../pdf/statement-content.ts'
import { isReturn, returnedCents } from '../reversals/find-returned.ts'

export interface EntryRow extends Omit<StatementEntry, 'cents'> {
  currency: string
  cents: string
}

/** What a customer owes more or less, day by day. A void invoice was never owed. */
const entries = ({ org_id, id }: OrgKey) => sql`
  select issued_on::text as day, 1 as turn, 'invoice' as kind, coalesce(number, id) as number,
    coalesce(number, id) as about, total_amount_cents as cents, currency, id
  from invoices where org_id = ${org_id} and customer_id = ${id} and status not in ('draft', 'void')
  union all
  select (n.created_at at time zone n.time_zone)::date::text, 2, 'credit_note', n.number,
    coalesce(i.number, i.id), -n.total_amount_cents, i.currency, n.id
  from credit_notes n join invoices i on i.id = n.invoice_id and i.org_id = n.org_id
  where i.org_id = ${org_id} and i.customer_id = ${id} and i.status <> 'void'
  union all
  select p.paid_on, 3, 'payment', '', coalesce(i.number, i.id), -p.amount_cents, i.currency, p.id
  from invoice_payments p join invoices i on i.id = p.invoice_id and i.org_id = p.org_id
  where i.org_id = ${org_id} and i.customer_id = ${id} and p.undone_at is null
  union all
  -- What the processor collected for a paid invoice.
  select (coalesce(paid_at, issue_date) at time zone time_zone)::date::text, 3, 'payment', '',
    coalesce(number, id), -(total_amount_cents - credited_unpaid_cents - recorded_cents), currency, id
  from invoices where org_id = ${org_id} and customer_id = ${id} and status = 'paid'
    and total_amount_cents <> credited_unpaid_cents + recorded_cents
  union all
  select (h.created_at at time zone i.time_zone)::date::text, 4, 'refund', '',
    coalesce(i.number, i.id), ${returnedCents}, i.currency, h.id
  from invoice_history h join invoices i on i.id = h.invoice_id and i.org_id = h.org_id
  where i.org_id = ${org_id} and i.customer_id = ${id} and ${isReturn} and ${returnedCents} <> 0`

/** Returns a period's entries in order, at most `limit`. */
export async function listEntries(
  db: Db,
  customer: OrgKey,
  { from, to, limit }: { from: string | null; to: string; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select day, kind, number, about, cents::text as cents, currency
    from (${entries(customer)}) as entry
    where day <= ${to} and (${from}::text is null or day >= ${from})
    order by day, turn, id limit ${limit}`.execute(db)
  return rows
}

/** Returns what was owed before a day, per currency. */
export async function listOpeningBalances(db: Db, customer: OrgKey, before: string) {
  const { rows } = await sql<{ currency: string; cents: string }>`
    select currency, sum(cents)::text as cents from (${entries(customer)}) as entry
    where day < ${before} group by currency order by currency`.execute(db)
  return rows
}
