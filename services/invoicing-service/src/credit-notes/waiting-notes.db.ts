import { sql } from 'kysely'
import type { Db, NewRow, Transaction } from '../database.ts'

/** Keeps a note of an invoice that is not recorded yet, once. */
export async function insertWaitingNote(tx: Transaction, row: NewRow<'waiting_credit_notes'>): Promise<void> {
  await tx
    .insertInto('waiting_credit_notes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The notes that wait for an invoice, oldest first; those that another process applies are left out. */
export const takeWaitingNotes = (tx: Transaction, account_id: string, processor_invoice_id: string) =>
  tx
    .selectFrom('waiting_credit_notes')
    .selectAll()
    .where((eb) => eb.and({ account_id, processor_invoice_id }))
    .orderBy('received_at')
    .orderBy('credit_note_id')
    .forUpdate()
    .skipLocked()
    .execute()

/** Whether the note waited. */
export async function deleteWaitingNote(
  tx: Transaction,
  account_id: string,
  credit_note_id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_credit_notes')
    .where((eb) => eb.and({ account_id, credit_note_id }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const servedAtMost = 1_000

/** Invoices that are recorded by now and have waiting notes. */
export const listServedNotes = (db: Db) =>
  db
    .selectFrom('waiting_credit_notes as w')
    .innerJoin('invoices as i', (join) =>
      join
        .onRef('i.payments_account_id', '=', 'w.account_id')
        .onRef('i.payments_invoice_id', '=', 'w.processor_invoice_id'),
    )
    .select(['w.account_id', 'w.processor_invoice_id'])
    .distinct()
    .limit(servedAtMost)
    .execute()

/** Deletes up to `limit` notes that came before a moment and whose invoice never did; their number. */
export async function deleteWaitingBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from waiting_credit_notes where ctid = any (array(
      select ctid from waiting_credit_notes where received_at < ${before} order by received_at limit ${limit}
      for update skip locked))`.execute(tx)
  return Number(numAffectedRows)
}
