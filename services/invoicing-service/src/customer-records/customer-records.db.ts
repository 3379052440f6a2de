import { type Buyer, customerErrors } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { CustomerRow } from '../customers/customer.ts'
import type { Changes, Db, OrgKey, Transaction } from '../database.ts'

/** Tables with a customer id. A merge moves their rows. */
export const customerTables = ['invoices', 'schedules', 'estimates'] as const

/** Locks customers in id order, so two merges cannot block each other. */
export const lockCustomers = (tx: Transaction, orgId: string, ids: readonly string[]) =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .forUpdate()
    .execute()

export async function getMergedInto(db: Db, orgId: string, id: string): Promise<string> {
  const { into_id } = await db
    .selectFrom('merged_customers')
    .select('into_id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => customerErrors.not_found())
  return into_id
}

/** True if a customer has drafts, open estimates or running schedules in another currency. */
export async function hasOtherCurrency(
  db: Db,
  { org_id, id }: OrgKey,
  currency: string,
): Promise<boolean> {
  const { rows } = await sql<{ other: boolean }>`
    select exists (
      select from invoices where org_id = ${org_id} and customer_id = ${id}
        and status = 'draft' and currency <> ${currency}
    ) or exists (
      select from schedules where org_id = ${org_id} and customer_id = ${id}
        and status <> 'cancelled' and currency <> ${currency}
    ) or exists (
      select from estimates where org_id = ${org_id} and customer_id = ${id}
        and status in ('draft', 'sent', 'accepted') and currency <> ${currency}
    ) as other`.execute(db)
  return rows[0]?.other === true
}

/** Stores the buyer on issued invoices that have none, so they keep their printed address. */
export const freezeBuyers = (tx: Transaction, { org_id, id }: OrgKey, buyer: Buyer) =>
  tx
    .updateTable('invoices')
    .set({ buyer: json(buyer) })
    .where((eb) => eb.and({ org_id, customer_id: id }))
    .where('status', '<>', 'draft')
    .where('buyer', 'is', null)
    .execute()

/** Moves all of a customer's records to another one. */
export async function moveRecords(
  tx: Transaction,
  { org_id, id }: OrgKey,
  into: string,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ customer_id: into, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, customer_id: id }))
    .execute()
  await tx
    .updateTable('schedules')
    .set({ customer_id: into })
    .where((eb) => eb.and({ org_id, customer_id: id }))
    .execute()
  await tx
    .updateTable('estimates')
    .set({ customer_id: into, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, customer_id: id }))
    .execute()
  await tx
    .updateTable('merged_customers')
    .set({ into_id: into })
    .where((eb) => eb.and({ org_id, into_id: id }))
    .execute()
}

export const insertMerged = (tx: Transaction, row: CustomerRow, into: string) =>
  tx
    .insertInto('merged_customers')
    .values({
      id: row.id,
      org_id: row.org_id,
      into_id: into,
      payments_customer_id: row.payments_customer_id,
      payments_account_id: row.payments_account_id,
    })
    .execute()

/** Deletes a customer's estimates, because they are no accounting records but name the customer. */
export const deleteEstimates = (tx: Transaction, { org_id, id }: OrgKey) =>
  tx
    .deleteFrom('estimates')
    .where((eb) => eb.and({ org_id, customer_id: id }))
    .execute()

/** Deletes drafts that never had a number and have no attempt at the processor. */
export const deleteUnissuedDrafts = (tx: Transaction, { org_id, id }: OrgKey) =>
  tx
    .deleteFrom('invoices')
    .where((eb) => eb.and({ org_id, customer_id: id, status: 'draft' }))
    .where('number', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoice_pushes')
            .select('invoice_pushes.invoice_id')
            .whereRef('invoice_pushes.invoice_id', '=', 'invoices.id'),
        ),
      ),
    )
    .execute()

/** Returns the ids used as subjects by mails to a customer. */
const listMailed = (tx: Transaction, { org_id, id }: OrgKey) => {
  const list = (table: (typeof customerTables)[number]) =>
    tx
      .selectFrom(table)
      .select('id')
      .where((eb) => eb.and({ org_id, customer_id: id }))
  return list('invoices').unionAll(list('schedules')).unionAll(list('estimates'))
}

/**
 * Deletes the copies of a customer's mails: recipients and words. Waiting mails are deleted, too.
 * Runs before the customer's other rows are locked, because recording a sent mail locks the mail
 * before its invoice.
 */
export async function deleteMailCopies(tx: Transaction, customer: OrgKey): Promise<void> {
  const { org_id, id } = customer
  const invoices = tx
    .selectFrom('invoices')
    .select('id')
    .where((eb) => eb.and({ org_id, customer_id: id }))
  // The second part of a mail's key is the id of its subject.
  await tx
    .deleteFrom('mail_queue')
    .where('org_id', '=', org_id)
    .where(sql<string>`split_part(key, ':', 2)`, 'in', listMailed(tx, customer))
    .execute()
  await tx
    .updateTable('invoice_mails')
    .set({ also_to: [], cc: [], message: null, subject: null, body: null, noted: true })
    .where('org_id', '=', org_id)
    .where('invoice_id', 'in', invoices)
    .execute()
  await tx
    .updateTable('invoice_history')
    .set({ detail: sql<never>`detail - array['to', 'cc', 'subject', 'text']` })
    .where('org_id', '=', org_id)
    .where('invoice_id', 'in', invoices)
    .where('kind', 'in', ['mailed', 'mail_failed', 'reminded'])
    .execute()
}

/** Removes addresses set on single invoices. They are not on the document. */
export const deleteRecipients = (tx: Transaction, { org_id, id }: OrgKey) =>
  tx
    .updateTable('invoices')
    .set({ recipients: null })
    .where((eb) => eb.and({ org_id, customer_id: id }))
    .where('recipients', 'is not', null)
    .execute()

export const listRunningSchedules = (tx: Transaction, { org_id, id }: OrgKey) =>
  tx
    .selectFrom('schedules')
    .select('id')
    .where((eb) => eb.and({ org_id, customer_id: id }))
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .execute()

export type CustomerChanges = Changes<'customers'>
