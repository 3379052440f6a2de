import { type CreditNoteListQuery, creditNoteErrors } from '@atrium/contracts'
import { readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, Transaction } from '../database.ts'
import { type CreditNoteRow, creditNoteNumber } from './credit-note.ts'

/**
 * The next number of the org's year. The row of the sequence is locked until the transaction ends, so that a
 * rolled-back number is given again: there are no gaps.
 */
export async function nextCreditNoteNumber(tx: Transaction, orgId: string, year: number): Promise<string> {
  const { last } = await tx
    .insertInto('credit_note_sequences')
    .values({ org_id: orgId, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'year']).doUpdateSet({ last: sql<number>`credit_note_sequences.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return creditNoteNumber(year, last)
}

export const insertCreditNote = (tx: Transaction, row: NewRow<'credit_notes'>) =>
  tx.insertInto('credit_notes').values(row).returningAll().executeTakeFirstOrThrow()

const noteOf = (db: Db, orgId: string, id: string) =>
  db.selectFrom('credit_notes').selectAll().where('org_id', '=', orgId).where('id', '=', id)

/** Throws `not_found`, also for a note of another org. */
export const getCreditNote = (db: Db, orgId: string, id: string) =>
  noteOf(db, orgId, id).executeTakeFirstOrThrow(() => creditNoteErrors.not_found())

/** The same; the row is locked until the transaction ends. */
export const lockCreditNote = (tx: Transaction, orgId: string, id: string) =>
  noteOf(tx, orgId, id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => creditNoteErrors.not_found())

/** The note of an invoice with an id at the processor. */
export const findNoteOfProcessor = (
  db: Db,
  { org_id, id: invoice_id }: NoteHolder,
  payments_credit_note_id: string,
) =>
  db
    .selectFrom('credit_notes')
    .selectAll()
    .where((eb) => eb.and({ org_id, invoice_id, payments_credit_note_id }))
    .executeTakeFirst()

/** A note of an invoice by its own id. */
export const findNoteOf = (db: Db, { org_id, id: invoice_id }: NoteHolder, id: string) =>
  noteOf(db, org_id, id).where('invoice_id', '=', invoice_id).executeTakeFirst()

/** The notes of an invoice that the processor refused, before its payment or after it, oldest first. */
export const listRefusedNotes = (db: Db, { org_id, id: invoice_id }: NoteHolder, after_payment: boolean) =>
  db
    .selectFrom('credit_notes')
    .selectAll()
    .where((eb) => eb.and({ org_id, invoice_id, after_payment, mirror: 'refused' }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

interface NoteHolder {
  org_id: string
  id: string
}

type Mirrored = Pick<
  Changes<'credit_notes'>,
  'mirror' | 'mirror_attempt' | 'after_payment' | 'payments_credit_note_id' | 'problem'
>

/**
 * Stores what the processor has of a note that is pending, or in another state; the current row, undefined for a note in
 * none of the states.
 */
export const updateNoteIn = (
  tx: Transaction,
  { org_id, id }: Pick<CreditNoteRow, 'org_id' | 'id'>,
  states: ReadonlyArray<CreditNoteRow['mirror']>,
  changes: Mirrored,
) =>
  tx
    .updateTable('credit_notes')
    .set({ ...changes, touched_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, id }))
    .where('mirror', 'in', states)
    .returningAll()
    .executeTakeFirst()

/** A page of the notes of an invoice, the newest first. */
export const listNotesOf = (db: Db, orgId: string, invoiceId: string, page: CreditNoteListQuery) =>
  readPage(
    db
      .selectFrom('credit_notes')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, invoice_id: invoiceId }))
      .orderBy('id', 'desc'),
    page,
  )

/**
 * Claims notes that the processor does not have and that are untouched since `quietSince`: of each org the longest
 * untouched one comes before the second of any org.
 */
export async function claimPendingNotes(tx: Transaction, now: Date, quietSince: Date, limit: number) {
  const { rows } = await sql<CreditNoteRow>`
    update credit_notes set touched_at = ${now}
    where id in (
      select id from (
        select id, touched_at, row_number() over (partition by org_id order by touched_at, id) as turn
        from credit_notes where mirror = 'pending' and touched_at < ${quietSince}
      ) as pending
      order by turn, touched_at limit ${limit}
    ) and mirror = 'pending' and touched_at < ${quietSince}
    returning *`.execute(tx)
  return rows
}
