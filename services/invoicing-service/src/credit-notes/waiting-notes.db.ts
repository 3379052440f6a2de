import { sql } from 'kysely'
import type { Db, NewRow, Transaction } from '../database.ts'

/** Stores a note if its invoice is not recorded yet. Ignores a repeated note. */
export const insertWaitingNote = (tx: Transaction, row: NewRow<'waiting_credit_notes'>) =>
  tx
    .insertInto('waiting_credit_notes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Status of a note voided at the processor. It stays among the waiting notes and is never applied.
 */
export const voided = 'void'

const isVoided = sql<boolean>`note ->> 'status' = ${sql.lit(voided)}`
const isApplicable = sql<boolean>`(note ->> 'status') is distinct from ${sql.lit(voided)}`

/** Stores the void of an unrecorded note, replacing the waiting note. */
export const putVoidedNote = (tx: Transaction, row: NewRow<'waiting_credit_notes'>) =>
  tx
    .insertInto('waiting_credit_notes')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'credit_note_id']).doUpdateSet({ note: row.note }),
    )
    .execute()

export async function isVoidedNote(tx: Transaction, account_id: string, credit_note_id: string) {
  const row = await tx
    .selectFrom('waiting_credit_notes')
    .select('credit_note_id')
    .where((eb) => eb.and({ account_id, credit_note_id }))
    .where(isVoided)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks an invoice's waiting notes, oldest first. Skips a note if another process is applying it.
 */
export const takeWaitingNotes = (
  tx: Transaction,
  account_id: string,
  processor_invoice_id: string,
) =>
  tx
    .selectFrom('waiting_credit_notes')
    .selectAll()
    .where((eb) => eb.and({ account_id, processor_invoice_id }))
    .where(isApplicable)
    .orderBy('received_at')
    .orderBy('credit_note_id')
    .forUpdate()
    .skipLocked()
    .execute()

export const deleteWaitingNote = (tx: Transaction, account_id: string, credit_note_id: string) =>
  tx
    .deleteFrom('waiting_credit_notes')
    .where((eb) => eb.and({ account_id, credit_note_id }))
    .execute()

const servedAtMost = 1_000

/** Lists recorded invoices that have waiting notes, oldest first, taking orgs in turn. */
export const listServedNotes = async (db: Db) => {
  const { rows } = await sql<{ account_id: string; processor_invoice_id: string }>`
    select account_id, processor_invoice_id from (
      select w.account_id, w.processor_invoice_id, min(w.received_at) as since,
        row_number() over (partition by w.org_id order by min(w.received_at)) as turn
      from waiting_credit_notes w join invoices i
        on i.payments_account_id = w.account_id and i.payments_invoice_id = w.processor_invoice_id
      where (w.note ->> 'status') is distinct from ${voided}
      group by w.org_id, w.account_id, w.processor_invoice_id
    ) as served
    order by turn, since limit ${servedAtMost}`.execute(db)
  return rows
}
