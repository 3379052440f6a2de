import { json } from '@atrium/database'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { type ScheduleRow, scheduleErrors } from './schedule.ts'

type Seen = ScheduleRow & { stuck: boolean }
type InvoiceStatus = Selectable<Database['invoices']>['status']

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

/** Changes a schedule of the org and answers it as it then is. */
export const updateSchedule = (
  tx: Transaction,
  orgId: string,
  id: string,
  changes: Updateable<Database['schedules']>,
): Promise<ScheduleRow> =>
  tx
    .updateTable('schedules')
    .set(changes)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Schedules whose cursor has come, of one org or of all, the longest waiting first: active ones, and paused ones with
 * a period that fell due before the pause.
 */
export async function listDueSchedules(
  db: Db,
  now: Date,
  limit: number,
  orgId: string | undefined,
): Promise<ScheduleRow[]> {
  const due = (status: 'active' | 'paused') =>
    db
      .selectFrom('schedules')
      .selectAll()
      .where('status', '=', status)
      .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId ?? ''))
      .$if(status === 'active', (query) => query.where('next_invoice_date', '<=', now))
      .$if(status === 'paused', (query) => query.whereRef('next_invoice_date', '<=', 'paused_at'))
      .orderBy('next_invoice_date')
      .limit(limit)
      .execute()
  const rows = await Promise.all([due('active'), due('paused')])
  return rows
    .flat()
    .sort((a, b) => a.next_invoice_date.getTime() - b.next_invoice_date.getTime())
    .slice(0, limit)
}

/**
 * Claims the period at the cursor by moving the cursor on: of any number of claimers one succeeds, and it can
 * succeed once, by compare-and-swap on `nextInvoiceDate`. It fails as well when the schedule was moved to other terms
 * since it was read. The period's terms stay on record.
 */
export async function claimPeriod(
  tx: Transaction,
  schedule: ScheduleRow,
  next: Date,
  now: Date,
): Promise<boolean> {
  const { description, unit_amount_cents, currency } = schedule
  const { numUpdatedRows } = await tx
    .updateTable('schedules')
    .set({
      next_invoice_date: next,
      last_period: schedule.next_invoice_date,
      last_claimed_at: now,
      claimed_terms: json({ description, unit_amount_cents, currency }),
    })
    .where('org_id', '=', schedule.org_id)
    .where('id', '=', schedule.id)
    .where('next_invoice_date', '=', schedule.next_invoice_date)
    .where(({ and, eb, or }) =>
      or([
        eb('status', '=', 'active'),
        and([eb('status', '=', 'paused'), eb('next_invoice_date', '<=', eb.ref('paused_at'))]),
      ]),
    )
    .where('interval', '=', schedule.interval)
    .where('anchor_date', '=', schedule.anchor_date)
    .where('unit_amount_cents', '=', unit_amount_cents)
    .where('currency', '=', currency)
    .where('description', '=', description)
    .where('resumed_at', 'is not distinct from', schedule.resumed_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The invoices that a period of a schedule has had: voided ones, and at most one that is not, which comes first. */
export const invoicesOfPeriod = (
  db: Db,
  schedule: Pick<ScheduleRow, 'id' | 'org_id'>,
  period: Date,
): Promise<Array<{ id: string; status: InvoiceStatus }>> =>
  db
    .selectFrom('invoices')
    .select(['id', 'status'])
    .where('org_id', '=', schedule.org_id)
    .where('schedule_id', '=', schedule.id)
    .where('period', '=', period)
    .orderBy(sql`status = 'void'`)
    .execute()
