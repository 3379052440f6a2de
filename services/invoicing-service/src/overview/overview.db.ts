import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { invoicesWithCustomers } from '../invoices/get-invoice.ts'

/** The open invoice of an org that is overdue for the shortest time, and how many are. */
export const newestOverdueInvoice = (db: Db, orgId: string, now: Date) =>
  invoicesWithCustomers(db)
    .select(['i.id', 'i.number', 'i.due_date', 'c.name as customer'])
    .select((eb) => eb.fn.countAll<string>().over().as('count'))
    .where('i.org_id', '=', orgId)
    .where('i.status', '=', 'open')
    .where('i.due_date', '<', now)
    // Nothing is due of an invoice that was credited in full.
    .where(sql<boolean>`(i.credited_cents = 0 or i.credited_cents < i.total_amount_cents)`)
    .orderBy('i.due_date', 'desc')
    .limit(1)
    .executeTakeFirst()

const contains = (column: 'name' | 'number' | 'email', text: string) =>
  sql<boolean>`strpos(lower(coalesce(${sql.ref(column)}, '')), lower(${text})) > 0`

export const findCustomers = (db: Db, orgId: string, text: string, limit: number) =>
  db
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('org_id', '=', orgId)
    .where((eb) => eb.or([contains('name', text), contains('email', text)]))
    .orderBy('name')
    .limit(limit)
    .execute()

export const findOffers = (db: Db, orgId: string, text: string, limit: number) =>
  db
    .selectFrom('offers')
    .select(['id', 'name', 'status', 'billing_model'])
    .where('org_id', '=', orgId)
    .where(contains('name', text))
    .orderBy('name')
    .limit(limit)
    .execute()

export const findInvoices = (
  db: Db,
  orgId: string,
  text: string,
  customerIds: readonly string[],
  limit: number,
) =>
  invoicesWithCustomers(db)
    .select(['i.id', 'i.number', 'i.status', 'c.name as customer'])
    .where('i.org_id', '=', orgId)
    .where((eb) =>
      eb.or([contains('number', text), sql<boolean>`i.customer_id = any(${[...customerIds]}::text[])`]),
    )
    .orderBy('i.created_at', 'desc')
    .limit(limit)
    .execute()
