import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type PushRow = Selectable<Database['invoice_pushes']>

/** Every idempotency key of an attempt begins with this. */
export const pushKey = (push: Pick<PushRow, 'invoice_id' | 'attempt'>): string =>
  `${push.invoice_id}:${push.attempt}`

const live: Array<PushRow['state']> = ['begun', 'filled', 'finalized']

/** Whether an attempt has left something at the processor and is not completed. */
export const isLive = ({ state }: PushRow): boolean => live.includes(state)

// The processor forgets an idempotency key after 24 hours; an attempt older than this is begun anew.
const resumableForMs = 20 * 3_600_000

/** Whether the keys of an attempt still work. */
export const isResumable = (push: PushRow, now: Date): boolean =>
  now.getTime() - push.created_at.getTime() < resumableForMs

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
    | 'number'
    | 'mail_attempt'
    | 'mail_due_at'
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

/** Marks the unfinished attempts on an account as discarded; the numbers of those that have not opened an invoice. */
export async function abandonPushesOn(tx: Transaction, orgId: string, accountId: string): Promise<string[]> {
  // One that is being opened at this moment has its number for good: it is waited for.
  await sql`select from invoices where id in (
      select invoice_id from invoice_pushes where org_id = ${orgId} and account_id = ${accountId}
        and state not in ('sent', 'unsent', 'discarded'))
    order by id for update`.execute(tx)
  const { rows } = await sql<{ number: string | null }>`
    update invoice_pushes set state = 'discarded', touched_at = now()
    from invoices
    where invoices.id = invoice_pushes.invoice_id and invoice_pushes.org_id = ${orgId}
      and invoice_pushes.account_id = ${accountId} and invoice_pushes.state not in ('sent', 'unsent', 'discarded')
    returning case when invoices.number is null then invoice_pushes.number end as number`.execute(tx)
  return rows.flatMap(({ number }) => (number === null ? [] : [number]))
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

/** Raises the number of the attempt at mailing, once however many requests have seen it fail; the row as it is then. */
export async function spendMailKey(db: Db, push: PushRow): Promise<PushRow> {
  await db
    .updateTable('invoice_pushes')
    .set({ mail_attempt: push.mail_attempt + 1, touched_at: sql<Date>`now()` })
    .where('invoice_id', '=', push.invoice_id)
    .where('attempt', '=', push.attempt)
    .where('mail_attempt', '=', push.mail_attempt)
    .execute()
  return getPush(db, push)
}

/**
 * Claims attempts that nothing has happened to for a while, across orgs, for the poller; of every org its longest
 * untouched one before the second of any. A mail that failed waits until it is due.
 */
export async function claimUnfinishedPushes(
  db: Db,
  now: Date,
  quietSince: Date,
  limit: number,
): Promise<PushRow[]> {
  const { rows } = await sql<PushRow>`
    update invoice_pushes set touched_at = ${now}
    where (invoice_id, attempt) in (
      select invoice_id, attempt from (
        select invoice_id, attempt, touched_at, row_number() over (partition by org_id order by touched_at) as turn
        from invoice_pushes
        where state not in ('sent', 'unsent', 'discarded') and touched_at < ${quietSince}
          and (mail_due_at is null or mail_due_at <= ${now})
      ) as unfinished
      order by turn, touched_at limit ${limit}
    ) and touched_at < ${quietSince}
    returning *`.execute(db)
  return rows
}
