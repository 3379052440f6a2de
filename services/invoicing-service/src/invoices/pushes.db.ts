import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, OrgKey, Transaction } from '../database.ts'
import { liveStates, type PushRow } from './processor/push.ts'

type PushId = Pick<PushRow, 'org_id' | 'invoice_id' | 'attempt'>
type Pushes = Database['invoice_pushes']

const toId = ({ org_id, invoice_id, attempt }: PushId): PushId => ({ org_id, invoice_id, attempt })

/**
 * Lists an invoice's incomplete attempts, oldest first. They may have left a document at the
 * processor.
 */
export const listLivePushes = (db: Db, { org_id, id: invoice_id }: OrgKey) =>
  db
    .selectFrom('invoice_pushes')
    .selectAll()
    .where((eb) => eb.and({ org_id, invoice_id }))
    .where('state', 'in', liveStates)
    .orderBy('attempt')
    .execute()

export const getPush = (db: Db, push: PushId) =>
  db
    .selectFrom('invoice_pushes')
    .selectAll()
    .where((eb) => eb.and(toId(push)))
    .executeTakeFirstOrThrow()

/** Inserts an attempt with the next number for its invoice. */
export const insertPush = (tx: Transaction, push: Omit<Insertable<Pushes>, 'attempt'>) =>
  tx
    .insertInto('invoice_pushes')
    .values({
      ...push,
      attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from invoice_pushes where invoice_id = ${push.invoice_id})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const update = (tx: Transaction, push: PushId, changes: Updateable<Pushes>) =>
  tx
    .updateTable('invoice_pushes')
    .set({ ...changes, touched_at: sql<Date>`now()` })
    .where((eb) => eb.and(toId(push)))

export const updatePush = (tx: Transaction, push: PushId, changes: Updateable<Pushes>) =>
  update(tx, push, changes).returningAll().executeTakeFirstOrThrow()

/**
 * Marks an attempt as finalized at the processor, unless an event has already opened its invoice.
 */
export async function finishPush(
  tx: Transaction,
  push: PushId,
  urls: Pick<PushRow, 'hosted_invoice_url' | 'invoice_pdf_url'>,
): Promise<void> {
  await update(tx, push, { ...urls, state: 'finalized' })
    .where('state', '=', 'filled')
    .execute()
}

/**
 * Raises the number of the mailing attempt, once for all requests that saw it fail. Returns the
 * current row.
 */
export async function spendMailKey(tx: Transaction, push: PushRow): Promise<PushRow> {
  await update(tx, push, { mail_attempt: push.mail_attempt + 1 })
    .where('mail_attempt', '=', push.mail_attempt)
    .execute()
  return getPush(tx, push)
}

/**
 * Discards unfinished attempts on an account. Returns their numbers, unless they have opened their
 * invoice.
 */
export async function discardPushesOn(
  tx: Transaction,
  orgId: string,
  accountId: string,
): Promise<string[]> {
  // The lock waits for invoices that are being opened, because those keep their number.
  await sql`select from invoices where org_id = ${orgId} and id in (
      select invoice_id from invoice_pushes where org_id = ${orgId} and account_id = ${accountId}
        and state not in ('sent', 'unsent', 'discarded'))
    order by id for update`.execute(tx)
  const { rows } = await sql<{ number: string | null }>`
    update invoice_pushes set state = 'discarded', touched_at = now()
    from invoices
    where invoices.id = invoice_pushes.invoice_id and invoice_pushes.org_id = ${orgId}
      and invoice_pushes.account_id = ${accountId} and invoice_pushes.state not in ('sent', 'unsent', 'discarded')
    returning case when invoices.number is null then invoice_pushes.number end as number`.execute(
    tx,
  )
  return rows.flatMap(({ number }) => number ?? [])
}

export const findInvoicePush = (db: Db, accountId: string, processorInvoiceId: string) =>
  db
    .selectFrom('invoice_pushes')
    .selectAll()
    .where((eb) => eb.and({ payments_invoice_id: processorInvoiceId, account_id: accountId }))
    .executeTakeFirst()

/** Claims attempts with a due mail that are unchanged since `quietSince`, taking orgs in turn. */
export async function claimUnfinishedPushes(
  tx: Transaction,
  now: Date,
  quietSince: Date,
  limit: number,
) {
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
    returning *`.execute(tx)
  return rows
}
