import { scheduleErrors } from '@atrium/contracts'
import { json, type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, Transaction } from '../database.ts'
import type { ScheduleRow } from './schedule.ts'

const stuck = sql<boolean>`(schedules.last_period is not null and not exists (
  select from invoices where invoices.schedule_id = schedules.id
    and invoices.period = schedules.last_period and invoices.status in ('open', 'paid')))`

const schedulesOf = (db: Db, orgId: string) =>
  db.selectFrom('schedules').selectAll().select(stuck.as('stuck')).where('org_id', '=', orgId)

/** The state in which a person has to act. */
const isStuck = sql<boolean>`(schedules.status <> 'cancelled' and ${stuck})`

/** A page of an org's schedules with the names of their customers, newest first, or of the stuck ones alone. */
export const listScheduleRows = (
  db: Db,
  orgId: string,
  { stuck: stuckAlone, ...page }: PageQuery & { stuck?: 'true' | undefined },
) =>
  readPage(
    schedulesOf(db, orgId)
      .select((eb) =>
        eb
          .selectFrom('customers')
          .select('name')
          .whereRef('customers.id', '=', 'schedules.customer_id')
          .whereRef('customers.org_id', '=', 'schedules.org_id')
          .$asScalar()
          .as('customer_name'),
      )
      .$if(stuckAlone !== undefined, (all) => all.where(isStuck))
      .orderBy('id', 'desc'),
    page,
  )

/** The schedules of an org that bill by themselves. */
export const listActiveSchedules = (db: Db, orgId: string) =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, status: 'active' }))
    .execute()

/** Throws `not_found`, also for a schedule of another org. */
export const getScheduleRow = (db: Db, orgId: string, id: string) =>
  schedulesOf(db, orgId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => scheduleErrors.not_found())

/** The same; the row is locked until the transaction ends. */
export const lockScheduleRow = (tx: Transaction, orgId: string, id: string) =>
  schedulesOf(tx, orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => scheduleErrors.not_found())

export const insertSchedule = (tx: Transaction, row: NewRow<'schedules'>) =>
  tx.insertInto('schedules').values(row).returningAll().executeTakeFirstOrThrow()

/** Changes a schedule; its new state. */
export const updateSchedule = (
  tx: Transaction,
  { org_id, id }: Pick<ScheduleRow, 'org_id' | 'id'>,
  changes: Changes<'schedules'>,
) =>
  tx
    .updateTable('schedules')
    .set(changes)
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .returning(stuck.as('stuck'))
    .executeTakeFirstOrThrow()

/**
 * The schedules with a due period, of one org or of all, the earliest period first: active ones, and paused ones with a
 * period that was due before the pause.
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
 * Claims the period at the cursor by a compare-and-swap on `nextInvoiceDate`: one claim of a period succeeds, once. A
 * claim fails as well when the schedule has other terms than when it was read. The terms of the claim are stored.
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
    .where((eb) =>
      eb.and({
        org_id: schedule.org_id,
        id: schedule.id,
        next_invoice_date: schedule.next_invoice_date,
        interval: schedule.interval,
        anchor_date: schedule.anchor_date,
        unit_amount_cents,
        currency,
        description,
      }),
    )
    .where(({ and, eb, or }) =>
      or([
        eb('status', '=', 'active'),
        and([eb('status', '=', 'paused'), eb('next_invoice_date', '<=', eb.ref('paused_at'))]),
      ]),
    )
    .where('resumed_at', 'is not distinct from', schedule.resumed_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The invoices of a period: voided ones, and at most one other, which comes first. */
export const invoicesOfPeriod = (
  db: Db,
  { org_id, id: schedule_id }: Pick<ScheduleRow, 'id' | 'org_id'>,
  period: Date,
) =>
  db
    .selectFrom('invoices')
    .select(['id', 'status'])
    .where((eb) => eb.and({ org_id, schedule_id, period }))
    .orderBy(sql`status = 'void'`)
    .execute()

/** The invoices of a schedule, the latest period first, at most 500. */
export const listInvoicesOfSchedule = (db: Db, orgId: string, scheduleId: string) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, schedule_id: scheduleId }))
    .orderBy('period', 'desc')
    .limit(500)
    .execute()

/** The schedule of an org whose period was claimed last and is not billed, and how many there are. */
export const newestStuckRow = (db: Db, orgId: string) =>
  db
    .selectFrom('schedules')
    .select(['id', 'description', 'last_claimed_at', 'last_period'])
    .select((eb) => eb.fn.countAll<string>().over().as('count'))
    .where('org_id', '=', orgId)
    .where(isStuck)
    .orderBy('last_claimed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
