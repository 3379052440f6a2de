import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type PushRow = Selectable<Database['invoice_pushes']>

/** Every idempotency key of an attempt begins with this. */
export const pushKey = (push: Pick<PushRow, 'invoice_id' | 'attempt'>): string =>
  `${push.invoice_id}:${push.attempt}`

const live: Array<PushRow['state']> = ['begun', 'filled', 'finalized']

/** The attempts of an invoice that have left something at the processor and are not completed, oldest first. */
export const liveInvoicePushes = (db: Db, invoiceId: string): Promise<PushRow[]> =>
  db
    .selectFrom('invoice_pushes')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', live)
    .orderBy('attempt')
    .execute()

/** An attempt as it is now. */
export const getPush = (db: Db, push: Pick<PushRow, 'invoice_id' | 'attempt'>): Promise<PushRow> =>
  db
    .selectFrom('invoice_pushes')
    .selectAll()
    .where('invoice_id', '=', push.invoice_id)
    .where('attempt', '=', push.attempt)
    .executeTakeFirstOrThrow()

/** A new attempt, numbered after the last one. */
export const insertPush = (
  tx: Transaction,
  push: Omit<
    PushRow,
    | 'attempt'
    | 'state'
    | 'payments_invoice_id'
    | 'hosted_invoice_url'
    | 'invoice_pdf_url'
    | 'created_at'
    | 'touched_at'
  >,
): Promise<PushRow> =>
  tx
    .insertInto('invoice_pushes')
    .values({
      ...push,
      attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from invoice_pushes where invoice_id = ${push.invoice_id})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Stores what a step brought. */
export const updatePush = (
  db: Db,
  push: Pick<PushRow, 'invoice_id' | 'attempt'>,
  changes: Updateable<Database['invoice_pushes']>,
): Promise<PushRow> =>
  db
    .updateTable('invoice_pushes')
    .set({ ...changes, touched_at: sql<Date>`now()` })
    .where('invoice_id', '=', push.invoice_id)
    .where('attempt', '=', push.attempt)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Marks an attempt issued at the processor, unless its event has already opened it; the row as it is then. */
export async function finishPush(
  db: Db,
  push: PushRow,
  urls: Pick<PushRow, 'hosted_invoice_url' | 'invoice_pdf_url'>,
): Promise<PushRow> {
  await db
    .updateTable('invoice_pushes')
    .set({ ...urls, state: 'finalized', touched_at: sql<Date>`now()` })
    .where('invoice_id', '=', push.invoice_id)
    .where('attempt', '=', push.attempt)
    .where('state', '=', 'filled')
    .execute()
  return { ...push, ...urls, state: 'finalized' }
}

/** The attempt that made a processor invoice, whatever became of it. */
export const findPushOf = (
  db: Db,
  accountId: string,
  processorInvoiceId: string,
): Promise<PushRow | undefined> =>
  db
    .selectFrom('invoice_pushes')
    .selectAll()
    .where('payments_invoice_id', '=', processorInvoiceId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Attempts that nothing has happened to for a while, across orgs, for the poller. */
export const unfinishedPushes = (db: Db, quietSince: Date, limit: number): Promise<PushRow[]> =>
  db
    .selectFrom('invoice_pushes')
    .selectAll()
    .where('state', 'not in', ['sent', 'discarded'])
    .where('touched_at', '<', quietSince)
    .orderBy('touched_at')
    .limit(limit)
    .execute()
