import { invoiceErrors } from '@atrium/contracts'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { unknownZone } from '../calendar/time-zone.ts'
import type { Changes, Db, NewRow, OrgKey, Transaction } from '../database.ts'
import { unsetDefaults } from '../defaults/defaults.ts'
import { toFormat } from '../numbering/numbering.ts'
import type { InvoiceRow } from './invoice.ts'

const notFound = () => invoiceErrors.not_found()

const selectInvoice = (db: Db, orgId: string, id: string) =>
  db.selectFrom('invoices').selectAll().where('org_id', '=', orgId).where('id', '=', id)

/** Throws `not_found`, also if the invoice belongs to another org. */
export const getInvoiceRow = (db: Db, orgId: string, id: string) =>
  selectInvoice(db, orgId, id).executeTakeFirstOrThrow(notFound)

export const lockInvoiceRow = (tx: Transaction, orgId: string, id: string) =>
  selectInvoice(tx, orgId, id).forUpdate().executeTakeFirstOrThrow(notFound)

/** Joins invoices as `i` with their customers as `c`. */
export const invoicesWithCustomers = (db: Db) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.id', '=', 'i.customer_id').onRef('c.org_id', '=', 'i.org_id'),
    )

/** Reads an invoice with its customer's mail addresses. Throws `not_found`. */
export async function getAddressedInvoice(db: Db, orgId: string, id: string) {
  const { email, emails, ...row } = await invoicesWithCustomers(db)
    .selectAll('i')
    .select(['c.email', 'c.emails'])
    .where('i.org_id', '=', orgId)
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  return { ...row, customer: { email, emails } }
}

/**
 * Reads in one statement what an invoice is opened with: its customer, and the organisation's time
 * zone, payment terms and number format.
 */
export async function getOpeningTerms(
  db: Db,
  { org_id, customer_id }: Pick<InvoiceRow, 'org_id' | 'customer_id'>,
) {
  const { zone, termsDays, format, ...customer } = await db
    .selectFrom('customers as c')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('org_time_zones as z')
        .select('z.time_zone')
        .where('z.org_id', '=', org_id)
        .as('zone'),
      eb
        .selectFrom('invoicing_defaults as d')
        .select('d.payment_terms_days')
        .where('d.org_id', '=', org_id)
        .as('termsDays'),
      jsonObjectFrom(
        eb
          .selectFrom('number_formats as f')
          .select(['f.prefix', 'f.with_year', 'f.digits'])
          .where('f.org_id', '=', org_id)
          .where('f.kind', '=', 'invoice'),
      ).as('format'),
    ])
    .where('c.org_id', '=', org_id)
    .where('c.id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return {
    customer,
    zone: zone ?? unknownZone,
    paymentTermsDays: termsDays ?? unsetDefaults.paymentTermsDays,
    format: toFormat('invoice', format),
  }
}

/** Throws a unique violation if the schedule's period already has an invoice. */
export const insertInvoice = (tx: Transaction, row: NewRow<'invoices'>) =>
  tx.insertInto('invoices').values(row).returningAll().executeTakeFirstOrThrow()

export const updateInvoiceRow = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'invoices'>,
) =>
  tx
    .updateTable('invoices')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const lockProcessorInvoice = (
  tx: Transaction,
  accountId: string,
  processorInvoiceId: string,
) =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where((eb) =>
      eb.and({ payments_invoice_id: processorInvoiceId, payments_account_id: accountId }),
    )
    .forUpdate()
    .executeTakeFirst()

/** Stores an invoice that the processor issued. Returns undefined if it is stored already. */
export const insertMirroredInvoice = (tx: Transaction, row: NewRow<'invoices'>) =>
  tx
    .insertInto('invoices')
    .values({ ...row, mirrored: true })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/**
 * Claims open invoices that were not polled since `before`, taking orgs in turn. Skips invoices
 * credited in full, because the processor has nothing left to report. Mirrored invoices are not in
 * the poller's index, because they were paid from the beginning. Another replica may have claimed
 * one of them meanwhile.
 */
export async function claimInvoicesToPoll(tx: Transaction, now: Date, before: Date, limit: number) {
  const isUnpolled = sql`(payments_synced_at is null or payments_synced_at < ${before})`
  const { rows } = await sql<InvoiceRow>`
    update invoices set payments_synced_at = ${now}
    where id in (
      select id from (
        select id, payments_synced_at,
          row_number() over (partition by org_id order by payments_synced_at nulls first) as turn
        from invoices
        where status = 'open' and payments_invoice_id is not null and not mirrored
          and (credited_cents = 0 or credited_cents < total_amount_cents) and ${isUnpolled}
      ) as due
      order by turn, payments_synced_at nulls first limit ${limit}
    ) and ${isUnpolled}
    returning *`.execute(tx)
  return rows
}

/**
 * Turns refused credit notes from before the payment into pending ones after it. Returns their
 * total in minor units.
 */
export async function laterRefusedNotes(tx: Transaction, { org_id, id: invoice_id }: OrgKey) {
  const moved = await tx
    .updateTable('credit_notes')
    .set((eb) => ({
      after_payment: true,
      mirror: 'pending' as const,
      problem: null,
      mirror_attempt: eb('mirror_attempt', '+', 1),
      touched_at: sql<Date>`to_timestamp(0)`,
    }))
    .where((eb) => eb.and({ org_id, invoice_id, mirror: 'refused', after_payment: false }))
    .returning('total_amount_cents')
    .execute()
  return moved.reduce((sum, { total_amount_cents: cents }) => sum + Number(cents), 0)
}

/**
 * Locks open invoices with a zero total if no processor handles them. Another replica skips them.
 */
export const lockFreeInvoices = (tx: Transaction, limit: number) =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('status', '=', 'open')
    .where('total_amount_cents', '=', '0')
    .where('payments_invoice_id', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const findSellerRow = (db: Db, orgId: string) =>
  db.selectFrom('sellers').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** Serialises changes of the seller, also if the row does not exist yet. */
export const lockSeller = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('seller ' || ${orgId}, 0))`.execute(tx)

export const putSellerRow = (tx: Transaction, row: NewRow<'sellers'>) =>
  tx
    .insertInto('sellers')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
