import { prepared } from '@atrium/database'
import { type Insertable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { type ScheduleRow, scheduleErrors } from './schedule.ts'

type Seen = ScheduleRow & { stuck: boolean }

const stuck = sql<boolean>`(schedules.last_period is not null and not exists (
  select from invoices where invoices.schedule_id = schedules.id
    and invoices.period = schedules.last_period and invoices.status in ('open', 'paid')))`

const seen = (db: Db, orgId: string) =>
  db.selectFrom('schedules').selectAll().select(stuck.as('stuck')).where('org_id', '=', orgId)

/** A page of an org's schedules, newest first. */
export async function listScheduleRows(
  db: Db,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: Seen[]; total: number }> {
  const [rows, count] = await Promise.all([
    seen(db, orgId).orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    db
      .selectFrom('schedules')
      .select(sql<string>`count(*)`.as('n'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.n) }
}

/** Throws `not_found`, also for another org's schedule. */
export async function getScheduleRow(db: Db, orgId: string, id: string): Promise<Seen> {
  const row = await seen(db, orgId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw scheduleErrors.not_found()
  return row
}

/** The same with the row locked until the transaction ends. */
export async function lockScheduleRow(tx: Transaction, orgId: string, id: string): Promise<Seen> {
  const row = await seen(tx, orgId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw scheduleErrors.not_found()
  return row
}

export const insertSchedule = (
  tx: Transaction,
  row: Insertable<Database['schedules']>,
): Promise<ScheduleRow> => tx.insertInto('schedules').values(row).returningAll().executeTakeFirstOrThrow()

export async function setScheduleStatus(
  tx: Transaction,
  orgId: string,
  id: string,
  status: ScheduleRow['status'],
): Promise<void> {
  await tx.updateTable('schedules').set({ status }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** Active schedules whose cursor has come, of one org or of all, the longest waiting first. */
export const listDueSchedules = (
  db: Db,
  now: Date,
  limit: number,
  orgId: string | undefined,
): Promise<ScheduleRow[]> =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where('status', '=', 'active')
    .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId ?? ''))
    .where('next_invoice_date', '<=', now)
    .orderBy('next_invoice_date')
    .limit(limit)
    .execute()

/**
 * Claims the period at the cursor by moving the cursor on: of any number of claimers one succeeds, and it can
 * succeed once. The specification's compare-and-swap on `nextInvoiceDate`.
 */
export async function claimPeriod(
  tx: Transaction,
  schedule: ScheduleRow,
  next: Date,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`${prepared('claim-period')}
    update schedules
    set next_invoice_date = ${next}, last_period = next_invoice_date, last_claimed_at = ${now}
    where id = ${schedule.id} and status = 'active' and next_invoice_date = ${schedule.next_invoice_date}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
