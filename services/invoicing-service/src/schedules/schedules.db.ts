import { type ScheduleFailure, scheduleErrors } from '@atrium/contracts'
import { json, type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type {
  Changes,
  Db,
  NewRow,
  OfferPrice,
  OrgKey,
  PeriodTerms,
  Transaction,
} from '../database.ts'
import type { toClaim } from './periods.ts'
import type { PeriodInvoice, ScheduleRow } from './schedule.ts'

const notFound = () => scheduleErrors.not_found()

const stuck = sql<boolean>`(schedules.last_period is not null and not exists (
  select from invoices where invoices.schedule_id = schedules.id
    and invoices.period = schedules.last_period and invoices.status in ('open', 'paid')))`

const periodInvoice = sql<PeriodInvoice | null>`(
  select jsonb_build_object('status', invoices.status, 'at', invoices.updated_at) from invoices
  where invoices.schedule_id = schedules.id and invoices.period = schedules.last_period
  order by invoices.status = 'void', invoices.updated_at desc limit 1)`

const state = [stuck.as('stuck'), periodInvoice.as('period_invoice')] as const

const selectSchedules = (db: Db, orgId: string) =>
  db.selectFrom('schedules').selectAll().select(state).where('org_id', '=', orgId)

/** True if a user has to act. */
const isStuck = sql<boolean>`((schedules.status <> 'cancelled' or schedules.completed_at is not null) and ${stuck})`

/**
 * Returns a page of an org's schedules, or only the stuck ones, with customer names, newest first.
 */
export const listScheduleRows = (
  db: Db,
  orgId: string,
  { stuck: stuckAlone, ...page }: PageQuery & { stuck?: 'true' | undefined },
) =>
  readPage(
    db,
    selectSchedules(db, orgId)
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

/** Returns what active schedules bill in a month per currency. A year counts as twelve months. */
export async function sumMonthly(db: Db, orgId: string) {
  const { rows } = await sql<{ currency: string; cents: string }>`
    select currency, round(sum(unit_amount_cents / case interval when 'year' then 12.0 else 1 end))::text as cents
    from schedules where org_id = ${orgId} and status = 'active'
    group by currency order by count(*) desc, currency`.execute(db)
  return rows.map(({ currency, cents }) => ({ currency, amountCents: Number(cents) }))
}

export const listActiveSchedules = (db: Db, orgId: string) =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('status', '=', 'active')
    .execute()

/** Throws `not_found`, also if the schedule belongs to another org. */
export const getScheduleRow = (db: Db, orgId: string, id: string) =>
  selectSchedules(db, orgId).where('id', '=', id).executeTakeFirstOrThrow(notFound)

export const lockScheduleRow = (tx: Transaction, orgId: string, id: string) =>
  selectSchedules(tx, orgId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)

export const insertSchedule = (tx: Transaction, row: NewRow<'schedules'>) =>
  tx.insertInto('schedules').values(row).returningAll().executeTakeFirstOrThrow()

export const updateSchedule = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'schedules'>,
) =>
  tx
    .updateTable('schedules')
    .set(changes)
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .returning(state)
    .executeTakeFirstOrThrow()

/**
 * Lists active schedules, and paused ones with a period that was due before the pause. The earliest
 * period comes first.
 */
export const listDueSchedules = (db: Db, now: Date, limit: number, orgId: string | undefined) =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where(({ and, eb, or }) =>
      or([
        and([eb('status', '=', 'active'), eb('next_invoice_date', '<=', now)]),
        and([eb('status', '=', 'paused'), eb('next_invoice_date', '<=', eb.ref('paused_at'))]),
      ]),
    )
    .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId ?? ''))
    .orderBy('next_invoice_date')
    .limit(limit)
    .execute()

type PeriodClaim = ReturnType<typeof toClaim> & { terms: PeriodTerms }

/**
 * Claims a period by compare-and-swap on the schedule's cursor, terms and end, so only one claim
 * succeeds.
 */
export async function claimPeriod(
  tx: Transaction,
  schedule: ScheduleRow,
  { next, completes, terms }: PeriodClaim,
  now: Date,
): Promise<boolean> {
  const { description, unit_amount_cents, currency, vat_rate_bps } = schedule
  const { numUpdatedRows } = await tx
    .updateTable('schedules')
    .set((eb) => ({
      next_invoice_date: next,
      last_period: schedule.next_invoice_date,
      last_claimed_at: now,
      claimed_terms: json(terms),
      claimed_periods: eb('claimed_periods', '+', 1),
      failure: null,
      ...(completes ? { status: 'cancelled' as const, completed_at: now } : {}),
    }))
    .where((eb) =>
      eb.and({
        org_id: schedule.org_id,
        id: schedule.id,
        // A merge moves the schedule to another customer.
        customer_id: schedule.customer_id,
        offer_id: schedule.offer_id,
        next_invoice_date: schedule.next_invoice_date,
        interval: schedule.interval,
        anchor_date: schedule.anchor_date,
        unit_amount_cents,
        currency,
        description,
        vat_rate_bps,
      }),
    )
    .where(({ and, eb, or }) =>
      or([
        eb('status', '=', 'active'),
        and([eb('status', '=', 'paused'), eb('next_invoice_date', '<=', eb.ref('paused_at'))]),
      ]),
    )
    .where('resumed_at', 'is not distinct from', schedule.resumed_at)
    .where('ends_at', 'is not distinct from', schedule.ends_at)
    .where('periods', 'is not distinct from', schedule.periods)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Stores the outcome of an attempt at a period, null if it succeeded. Returns false if another
 * period was claimed since.
 */
export async function settlePeriod(
  tx: Transaction,
  { org_id, id }: OrgKey,
  period: Date,
  failure: ScheduleFailure | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedules')
    .set({ failure: failure && json(failure) })
    .where((eb) => eb.and({ org_id, id, last_period: period }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const lockSchedulesOfOffer = (tx: Transaction, orgId: string, offerId: string) =>
  tx
    .selectFrom('schedules')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, offer_id: offerId }))
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Stores the price announced to the org, or null if offer and schedules have the same price again.
 */
export const putAnnounced = (
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
  price: OfferPrice | null,
) =>
  tx
    .updateTable('schedules')
    .set({ announced: price && json(price) })
    .where('org_id', '=', orgId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/**
 * Returns a period's invoices: at most one that is not void, which comes first, and the voided
 * ones.
 */
export const invoicesOfPeriod = (db: Db, { org_id, id: schedule_id }: OrgKey, period: Date) =>
  db
    .selectFrom('invoices')
    .select(['id', 'status'])
    .where((eb) => eb.and({ org_id, schedule_id, period }))
    .orderBy(sql`status = 'void'`)
    .execute()

export const listInvoicesOfSchedule = (
  db: Db,
  orgId: string,
  scheduleId: string,
  { limit, after }: { limit: number; after: readonly [period: string, id: string] | undefined },
) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, schedule_id: scheduleId }))
    .$if(after !== undefined, (all) =>
      all.where(
        sql<boolean>`(period, id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null})`,
      ),
    )
    .orderBy('period', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Returns an org's unbilled schedule whose period was claimed last, and how many there are. */
export const newestStuckRow = (db: Db, orgId: string) =>
  selectSchedules(db, orgId)
    .select((eb) => eb.fn.countAll<string>().over().as('count'))
    .where(isStuck)
    .orderBy('last_claimed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
