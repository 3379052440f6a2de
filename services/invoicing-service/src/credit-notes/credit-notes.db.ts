import { type CreditNoteListQuery, creditNoteErrors, type RateTotals } from '@atrium/contracts'
import { readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, OrgKey, Transaction } from '../database.ts'
import { uncreditedAmounts } from '../invoices/credit-invoice.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { listUncreditedGroups } from '../invoices/vat-groups.ts'
import type { CreditNoteRow } from './credit-note.ts'

const notFound = () => creditNoteErrors.not_found()

export const insertCreditNote = (tx: Transaction, row: NewRow<'credit_notes'>) =>
  tx.insertInto('credit_notes').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns what an invoice's credit notes have left in each VAT treatment. */
export async function findUncreditedGroups(db: Db, invoice: InvoiceRow): Promise<RateTotals[]> {
  const notes = await db
    .selectFrom('credit_notes')
    .select('vat_groups')
    .where('org_id', '=', invoice.org_id)
    .where('invoice_id', '=', invoice.id)
    .execute()
  const credited = notes.flatMap(({ vat_groups }) => vat_groups ?? [])
  return listUncreditedGroups(invoice, uncreditedAmounts(invoice), credited)
}

const selectNote = (db: Db, orgId: string, id: string) =>
  db.selectFrom('credit_notes').selectAll().where('org_id', '=', orgId).where('id', '=', id)

/** Throws `not_found`, also if the note belongs to another org. */
export const getCreditNote = (db: Db, orgId: string, id: string) =>
  selectNote(db, orgId, id).executeTakeFirstOrThrow(notFound)

export const lockCreditNote = (tx: Transaction, orgId: string, id: string) =>
  selectNote(tx, orgId, id).forUpdate().executeTakeFirstOrThrow(notFound)

export const findNoteOfProcessor = (
  db: Db,
  { org_id, id: invoice_id }: OrgKey,
  payments_credit_note_id: string,
) =>
  db
    .selectFrom('credit_notes')
    .selectAll()
    .where((eb) => eb.and({ org_id, invoice_id, payments_credit_note_id }))
    .executeTakeFirst()

export const findInvoiceNote = (db: Db, { org_id, id: invoice_id }: OrgKey, id: string) =>
  selectNote(db, org_id, id).where('invoice_id', '=', invoice_id).executeTakeFirst()

export const listRefusedNotes = (
  db: Db,
  { org_id, id: invoice_id }: OrgKey,
  after_payment: boolean,
) =>
  db
    .selectFrom('credit_notes')
    .selectAll()
    .where((eb) => eb.and({ org_id, invoice_id, after_payment, mirror: 'refused' }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

type Mirrored = Pick<
  Changes<'credit_notes'>,
  'mirror' | 'mirror_attempt' | 'after_payment' | 'payments_credit_note_id' | 'problem'
>

/** Changes a note if it is in one of the given states. Returns undefined otherwise. */
export const updateNoteIn = (
  tx: Transaction,
  { org_id, id }: OrgKey,
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

export const listInvoiceNotes = (
  db: Db,
  orgId: string,
  invoiceId: string,
  page: CreditNoteListQuery,
) =>
  readPage(
    db,
    db
      .selectFrom('credit_notes')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, invoice_id: invoiceId }))
      .orderBy('id', 'desc'),
    page,
  )

/** Claims pending notes that are unchanged since `quietSince`, taking orgs in turn. */
export async function claimPendingNotes(
  tx: Transaction,
  now: Date,
  quietSince: Date,
  limit: number,
) {
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
