import { type RawBuilder, sql } from 'kysely'
import { addDays, addMonths, type Day, startOfDay } from '../calendar/calendar-days.ts'
import type { Db, Row } from '../database.ts'
import { isReturn, returnedCents } from '../reversals/find-returned.ts'
import type { Closing, LedgerEvent } from './journal.ts'

export interface EventPosition {
  at: Date
  rank: number
  key: string
}

export interface EventRow extends EventPosition {
  kind: LedgerEvent['kind']
  before: Closing | 'reset' | 'payment_undone' | null
  method: string | null
  piece: string
  piece_date: Day
  /** The event's day in the invoice's or credit note's time zone. */
  day: Day
  number: string
  vat_rate_bps: number
  line_items: Row<'invoices'>['line_items']
  subtotal: string
  vat: string
  total: string
  open: string
  openVat: string
  payable: string
  invoiceSubtotal: string
  invoiceVat: string
  /** The VAT groups of a credit note. */
  noteGroups: Row<'credit_notes'>['vat_groups']
  /** The VAT groups of the credit notes so far. */
  creditedGroups: Array<NonNullable<Row<'credit_notes'>['vat_groups']>> | null
  customer_id: string
  customer_name: string
  buyer: Row<'invoices'>['buyer']
  customer_tax_id: string | null
  customer_country: string | null
}

interface Month {
  orgId: string
  currency: string
  /** For example `2026-11`. */
  month: string
}

// Wider than needed: a day starts in all time zones within about a day.
const zoneSlackDays = 2

/** Returns UTC bounds around the month in every time zone, so PostgreSQL can use an index. */
export const boundsOfMonth = (month: string) => ({
  from: startOfDay(addDays(`${month}-01`, -zoneSlackDays), 'UTC'),
  to: startOfDay(addDays(addMonths(`${month}-01`, 1), zoneSlackDays), 'UTC'),
})

const monthText = (at: RawBuilder<unknown>, zone: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone ${zone}, 'YYYY-MM')`

const dayText = (at: RawBuilder<unknown>, zone: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone ${zone}, 'YYYY-MM-DD')`

const issuedAt = sql.ref('i.issue_date')
const creditedAt = sql.ref('n.created_at')
const happenedAt = sql.ref('h.created_at')
const recordedAt = sql.ref('p.created_at')
const undoneAt = sql.ref('p.undone_at')
const invoiceZone = sql.ref('i.time_zone')
const noteZone = sql.ref('n.time_zone')
const paidAt = sql`coalesce((h.detail ->> 'paidAt')::timestamptz, h.created_at)`

/**
 * The document number. If the processor gave a sale no number, its id there or its session id is
 * used.
 */
const number = sql`coalesce(i.number, i.payments_invoice_id, i.payments_session_id, i.id)`

/** Selects the latest closing of an invoice before a position in its history. */
const lastEnd = (invoiceId: RawBuilder<unknown>, isBefore: RawBuilder<unknown>) => sql`
  (select b.kind from invoice_history b
    where b.invoice_id = ${invoiceId} and b.kind in ('voided', 'uncollectible', 'paid', 'reset', 'payment_undone') and ${isBefore}
    order by b.created_at desc, b.id desc limit 1)`

// Each branch reads its index in order, so a page costs only its own rows.
const branches = (
  { orgId, currency, month }: Month,
  { at, rank, key }: EventPosition,
  limit: number,
) => {
  const { from, to } = boundsOfMonth(month)
  return sql`
  (select i.issue_date as at, 0 as rank, i.id as key, i.id as invoice_id, 'issued' as kind, null as before,
      null as method, ${number} as piece, ${dayText(issuedAt, invoiceZone)} as piece_date,
      ${dayText(issuedAt, invoiceZone)} as day,
      i.subtotal_amount_cents as subtotal, i.vat_amount_cents as vat, i.total_amount_cents as total
    from invoices i
    where i.org_id = ${orgId} and i.currency = ${currency} and i.status <> 'draft'
      and i.issue_date >= ${from} and i.issue_date < ${to}
      and ${monthText(issuedAt, invoiceZone)} = ${month} and (i.issue_date, 0, i.id) > (${at}, ${rank}, ${key})
    order by i.issue_date, i.id limit ${limit})
  union all
  (select n.created_at, 1, n.id, n.invoice_id, 'credited', ${lastEnd(sql`n.invoice_id`, sql`b.created_at <= n.created_at`)}, null, n.number, ${dayText(creditedAt, noteZone)},
      ${dayText(creditedAt, noteZone)},
      n.subtotal_amount_cents, n.vat_amount_cents, n.total_amount_cents
    from credit_notes n join invoices i on i.id = n.invoice_id and i.org_id = n.org_id
    where n.org_id = ${orgId} and i.currency = ${currency}
      and n.created_at >= ${from} and n.created_at < ${to}
      and ${monthText(creditedAt, noteZone)} = ${month} and (n.created_at, 1, n.id) > (${at}, ${rank}, ${key})
    order by n.created_at, n.id limit ${limit})
  union all
  (select h.created_at, 2, h.id, h.invoice_id, h.kind,
      ${lastEnd(sql`h.invoice_id`, sql`(b.created_at, b.id) < (h.created_at, h.id)`)},
      h.detail ->> 'method', ${number}, ${dayText(paidAt, invoiceZone)},
      ${dayText(happenedAt, invoiceZone)},
      i.subtotal_amount_cents, i.vat_amount_cents, i.total_amount_cents
    from invoice_history h join invoices i on i.id = h.invoice_id and i.org_id = h.org_id
    where h.org_id = ${orgId} and i.currency = ${currency}
      and h.kind in ('voided', 'uncollectible', 'paid')
      and h.created_at >= ${from} and h.created_at < ${to}
      and ${monthText(happenedAt, invoiceZone)} = ${month} and (h.created_at, 2, h.id) > (${at}, ${rank}, ${key})
    order by h.created_at, h.id limit ${limit})
  union all
  (select h.created_at, 3, h.id, h.invoice_id, h.kind, null, null, ${number}, ${dayText(happenedAt, invoiceZone)},
      ${dayText(happenedAt, invoiceZone)}, ${returnedCents}, 0, ${returnedCents}
    from invoice_history h join invoices i on i.id = h.invoice_id and i.org_id = h.org_id
    where h.org_id = ${orgId} and i.currency = ${currency} and ${isReturn}
      and h.created_at >= ${from} and h.created_at < ${to}
      and ${monthText(happenedAt, invoiceZone)} = ${month} and (h.created_at, 3, h.id) > (${at}, ${rank}, ${key})
    order by h.created_at, h.id limit ${limit})
  union all
  (select p.created_at, 4, p.id, p.invoice_id, 'payment_recorded', null, p.method, ${number}, p.paid_on,
      ${dayText(recordedAt, invoiceZone)}, p.amount_cents, 0, p.amount_cents
    from invoice_payments p join invoices i on i.id = p.invoice_id and i.org_id = p.org_id
    where p.org_id = ${orgId} and i.currency = ${currency} and not p.closing
      and p.created_at >= ${from} and p.created_at < ${to}
      and ${monthText(recordedAt, invoiceZone)} = ${month} and (p.created_at, 4, p.id) > (${at}, ${rank}, ${key})
    order by p.created_at, p.id limit ${limit})
  union all
  (select p.undone_at, 5, p.id, p.invoice_id, 'payment_undone', null, p.method, ${number}, ${dayText(undoneAt, invoiceZone)},
      ${dayText(undoneAt, invoiceZone)}, p.amount_cents, 0, p.amount_cents
    from invoice_payments p join invoices i on i.id = p.invoice_id and i.org_id = p.org_id
    where p.org_id = ${orgId} and i.currency = ${currency}
      and p.undone_at >= ${from} and p.undone_at < ${to}
      and ${monthText(undoneAt, invoiceZone)} = ${month} and (p.undone_at, 5, p.id) > (${at}, ${rank}, ${key})
    order by p.undone_at, p.id limit ${limit})`
}

/**
 * Returns a month's events after a position, oldest first. Amounts are in minor units. The open
 * amounts are those at the time of the event.
 */
export async function listEvents(db: Db, month: Month, after: EventPosition, limit: number) {
  const { rows } = await sql<EventRow>`
    select e.at, e.rank, e.key, e.kind, e.before, e.method, e.piece, e.piece_date, e.day, e.subtotal, e.vat, e.total,
      i.total_amount_cents - credited.total - recorded.total as open, i.vat_amount_cents - credited.vat as "openVat",
      i.total_amount_cents - credited.unpaid - recorded.total as payable, ${number} as number, i.vat_rate_bps, i.line_items, i.buyer, i.customer_id, c.name as customer_name,
      i.subtotal_amount_cents as "invoiceSubtotal", i.vat_amount_cents as "invoiceVat", credited.groups as "creditedGroups",
      (select g.vat_groups from credit_notes g
        where e.kind = 'credited' and g.id = e.key and g.org_id = ${month.orgId}) as "noteGroups",
      c.tax_id as customer_tax_id, c.billing_country as customer_country
    from (${branches(month, after, limit)}) as e
      join invoices i on i.id = e.invoice_id and i.org_id = ${month.orgId}
      join customers c on c.id = i.customer_id and c.org_id = i.org_id
      cross join lateral (
        select coalesce(sum(n.total_amount_cents), 0) as total, coalesce(sum(n.vat_amount_cents), 0) as vat,
          coalesce(sum(n.total_amount_cents) filter (where not n.after_payment), 0) as unpaid,
          jsonb_agg(n.vat_groups) filter (where n.vat_groups is not null) as groups
        from credit_notes n where n.invoice_id = i.id and n.created_at <= e.at
      ) as credited
      cross join lateral (
        select coalesce(sum(p.amount_cents), 0) as total from invoice_payments p
        where p.invoice_id = i.id and not p.closing and p.created_at <= e.at
          and (p.undone_at is null or p.undone_at > e.at)
      ) as recorded
    order by e.at, e.rank, e.key limit ${limit}`.execute(db)
  return rows
}

interface MonthRow {
  month: string
  currency: string
  invoices: string
  invoiced: string
  credit_notes: string
  credited: string
  payments: string
  paid: string
  refunds: string
  refunded: string
}

const monthsAtMost = 240

/** Returns counts and sums per month and currency, in minor units, the newest month first. */
export async function listMonthRows(db: Db, orgId: string): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select month, currency,
      count(*) filter (where kind = 'issued') as invoices,
      coalesce(sum(cents) filter (where kind = 'issued'), 0) as invoiced,
      count(*) filter (where kind = 'credited') as credit_notes,
      coalesce(sum(cents) filter (where kind = 'credited'), 0) as credited,
      count(*) filter (where kind = 'paid') as payments,
      coalesce(sum(cents) filter (where kind in ('paid', 'payment_undone')), 0) as paid,
      count(*) filter (where kind in ('refunded', 'dispute_lost')) as refunds,
      coalesce(sum(cents) filter (where kind in ('refunded', 'dispute_lost', 'dispute_won')), 0) as refunded
    from (
      select to_char(i.issued_on::timestamp, 'YYYY-MM') as month, i.currency, 'issued' as kind, i.total_amount_cents as cents
        from invoices i where i.org_id = ${orgId} and i.status <> 'draft' and i.issued_on is not null
      union all
      select ${monthText(creditedAt, noteZone)}, i.currency, 'credited', n.total_amount_cents
        from credit_notes n join invoices i on i.id = n.invoice_id and i.org_id = n.org_id
        where n.org_id = ${orgId}
      union all
      select ${monthText(happenedAt, invoiceZone)}, i.currency, h.kind,
          i.total_amount_cents - coalesce((select sum(n.total_amount_cents) from credit_notes n
            where n.invoice_id = i.id and not n.after_payment and n.created_at <= h.created_at), 0)
          - coalesce((select sum(p.amount_cents) from invoice_payments p
            where p.invoice_id = i.id and not p.closing and p.created_at <= h.created_at
              and (p.undone_at is null or p.undone_at > h.created_at)), 0)
        from invoice_history h join invoices i on i.id = h.invoice_id and i.org_id = h.org_id
        where h.org_id = ${orgId} and h.kind in ('voided', 'uncollectible', 'paid')
      union all
      select ${monthText(happenedAt, invoiceZone)}, i.currency, h.kind, ${returnedCents}
        from invoice_history h join invoices i on i.id = h.invoice_id and i.org_id = h.org_id
        where h.org_id = ${orgId} and ${isReturn} and ${returnedCents} <> 0
      union all
      select ${monthText(recordedAt, invoiceZone)}, i.currency, 'paid', p.amount_cents
        from invoice_payments p join invoices i on i.id = p.invoice_id and i.org_id = p.org_id
        where p.org_id = ${orgId} and not p.closing
      union all
      select ${monthText(undoneAt, invoiceZone)}, i.currency, 'payment_undone', -p.amount_cents
        from invoice_payments p join invoices i on i.id = p.invoice_id and i.org_id = p.org_id
        where p.org_id = ${orgId} and p.undone_at is not null
    ) as events
    group by 1, 2 order by 1 desc, 2 limit ${monthsAtMost}`.execute(db)
  return rows
}
