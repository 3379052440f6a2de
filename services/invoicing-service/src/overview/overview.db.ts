import {
  containsText,
  containsTextOrPhone,
  countAbout,
  distanceOfText,
  findNamedAssets,
  matchesPhone,
  textsOfRows,
} from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { invoicesWithCustomers } from '../invoices/get-invoice.ts'

/** Returns the org's most recently overdue open invoice, and about how many are overdue. */
export async function newestOverdueInvoice(db: Db, orgId: string, now: Date) {
  const overdue = db
    .selectFrom('invoices as i')
    .where('i.org_id', '=', orgId)
    .where('i.status', '=', 'open')
    .where('i.due_date', '<', now)
    .where('i.total_amount_cents', '>', '0')
    // If an invoice was credited in full, nothing is due.
    .where(sql<boolean>`(i.credited_cents = 0 or i.credited_cents < i.total_amount_cents)`)
  const [newest, count] = await Promise.all([
    overdue
      .innerJoin('customers as c', (join) =>
        join.onRef('c.id', '=', 'i.customer_id').onRef('c.org_id', '=', 'i.org_id'),
      )
      .select(['i.id', 'i.number', 'i.due_date', 'c.name as customer'])
      .orderBy('i.due_date', 'desc')
      .limit(1)
      .executeTakeFirst(),
    countAbout(db, overdue, { limit: 1, offset: 0 }),
  ])
  return newest && { ...newest, count }
}

export const findCustomers = (db: Db, orgId: string, text: string, limit: number) =>
  db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone'])
    .select(matchesPhone('phone', text).as('by_phone'))
    .where('org_id', '=', orgId)
    .where(containsTextOrPhone(['name', 'email'], 'phone', text))
    .orderBy(distanceOfText('name', text))
    .orderBy('name')
    .limit(limit)
    .execute()

export const findOffers = (db: Db, orgId: string, text: string, limit: number) =>
  db
    .selectFrom('offers')
    .select(['id', 'name', 'status', 'billing_model'])
    .where('org_id', '=', orgId)
    .where(containsText(['name'], text))
    .orderBy(distanceOfText('name', text))
    .orderBy('name')
    .limit(limit)
    .execute()

interface WantedDocuments {
  orgId: string
  text: string
  /** Finds the documents of these customers, too. */
  customerIds: readonly string[]
  limit: number
}

export const findInvoices = (db: Db, { orgId, text, customerIds, limit }: WantedDocuments) =>
  invoicesWithCustomers(db)
    .select(['i.id', 'i.number', 'i.status', 'c.name as customer'])
    .where('i.org_id', '=', orgId)
    .where((eb) =>
      eb.or([
        containsText(['number'], text),
        sql<boolean>`i.customer_id = any(${[...customerIds]}::text[])`,
      ]),
    )
    .orderBy('i.created_at', 'desc')
    .limit(limit)
    .execute()

export const findEstimates = (db: Db, { orgId, text, customerIds, limit }: WantedDocuments) =>
  db
    .selectFrom('estimates as e')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.id', '=', 'e.customer_id').onRef('c.org_id', '=', 'e.org_id'),
    )
    .select(['e.id', 'e.number', 'e.status', 'e.expires_at', 'c.name as customer'])
    .where('e.org_id', '=', orgId)
    .where((eb) =>
      eb.or([
        containsText(['e.number'], text),
        sql<boolean>`e.customer_id = any(${[...customerIds]}::text[])`,
      ]),
    )
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()

/**
 * Finds events whose title or venue contains the text. If matches are equally good, the latest
 * event comes first.
 */
export const findHappenings = (db: Db, orgId: string, text: string, limit: number) =>
  db
    .selectFrom('happenings')
    .select(['id', 'title', 'place'])
    .where('org_id', '=', orgId)
    .where(containsText(['title', 'place'], text))
    .orderBy(distanceOfText('title', text))
    .orderBy('starts_at', 'desc')
    .limit(limit)
    .execute()

/** Finds ticket orders whose holder's name or address contains the text, with the event title. */
export const findTicketOrders = (db: Db, orgId: string, text: string, limit: number) =>
  db
    .selectFrom('ticket_orders as o')
    .innerJoin('happenings as h', (join) =>
      join.onRef('h.id', '=', 'o.happening_id').onRef('h.org_id', '=', 'o.org_id'),
    )
    .select(['o.id', 'o.name', 'o.email', 'h.id as happeningId', 'h.title'])
    .where('o.org_id', '=', orgId)
    .where(containsText(['o.name', 'o.email'], text))
    .orderBy(distanceOfText('o.name', text))
    .orderBy('o.created_at', 'desc')
    .limit(limit)
    .execute()

/** Returns the files that an offer, an event or an incoming document refers to. */
export const findAssets = (db: Db, orgId: string, keys: readonly string[]): Promise<string[]> =>
  findNamedAssets(db, keys, textsOfRows(['offers', 'happenings', 'incoming_documents'], orgId))

/**
 * Sums what an org was paid since a day of its calendar: payments that users recorded, and what the
 * processor collected.
 */
export async function sumPaidSince(
  db: Db,
  orgId: string,
  currency: string,
  { day, moment }: { day: string; moment: Date },
): Promise<number> {
  const { rows } = await sql<{ cents: string }>`
    select
      coalesce((select sum(p.amount_cents) from invoice_payments p
        where p.org_id = ${orgId} and p.undone_at is null and p.paid_on >= ${day}
          and coalesce(p.currency, (select i.currency from invoices i
            where i.id = p.invoice_id and i.org_id = p.org_id)) = ${currency}), 0)
      + coalesce((select sum(total_amount_cents - credited_unpaid_cents - recorded_cents) from invoices
        where org_id = ${orgId} and status = 'paid' and currency = ${currency}
          and paid_at >= ${moment}), 0) as cents`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}
