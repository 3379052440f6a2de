import { exactTotals, type InvoiceFilters } from '@atrium/contracts'
import {
  containsTextOrPhone,
  countAbout,
  type PageQuery,
  toColumns,
  toLikePattern,
} from '@atrium/database'
import { sql } from 'kysely'
import { addDays, readDay, startOfDay } from '../../calendar/calendar-days.ts'
import type { Db } from '../../database.ts'
import type { InvoiceRow } from '../invoice.ts'
import { invoicesWithCustomers } from '../invoices.db.ts'

export type ListedRow = InvoiceRow & { customer_name: string }

/** A row's position in the order: its value in the sort column, and its id. */
export interface Position {
  value: string | null
  id: string
}

/**
 * `customers` has the ids of customers with matching text, or null if they are too many to look up
 * one by one.
 */
export type ListFilters = InvoiceFilters & {
  now: Date
  zone: string
  customers: readonly string[] | null
}

interface Slice {
  limit: number
  offset: number
  after: Position | undefined
}

export const sortColumns = {
  issueDate: 'issue_date',
  dueDate: 'due_date',
  totalAmountCents: 'total_amount_cents',
  status: 'status',
} as const
const withNull: ReadonlySet<InvoiceFilters['sortBy']> = new Set(['issueDate', 'dueDate'])

// An invoice is never overdue if its total is zero or fully credited. The condition has to begin
// like the index condition.
const isOverdue = (now: Date) =>
  sql<boolean>`status = 'open' and (credited_cents = 0 or credited_cents < total_amount_cents)
    and total_amount_cents > 0 and due_date < ${now}`

const lookedUpAtMost = 5_000

const customersWith = (db: Db, orgId: string, text: string) =>
  db
    .selectFrom('customers')
    .select('customers.id')
    .where('customers.org_id', '=', orgId)
    .where(containsTextOrPhone(['name', 'email'], 'phone', text))

export async function withCustomerIds(
  db: Db,
  orgId: string,
  filters: InvoiceFilters & { now: Date; zone: string },
) {
  if (!filters.q) return { ...filters, customers: [] }
  const found = await customersWith(db, orgId, filters.q)
    .limit(lookedUpAtMost + 1)
    .execute()
  return { ...filters, customers: found.length > lookedUpAtMost ? null : found.map(({ id }) => id) }
}

// Wider than needed: a day starts in all time zones within about a day.
const zoneSlackDays = 2

/**
 * Invoices keep the zone in which they were issued. The additional UTC bounds allow PostgreSQL to
 * use the date index.
 */
function isIssuedWithin({ from, to, zone }: ListFilters) {
  const [first, last] = [from, to].map((bound) =>
    bound === undefined ? null : readDay(bound, zone),
  )
  const [after, before] = [
    first == null ? null : startOfDay(addDays(first, -zoneSlackDays), 'UTC'),
    last == null ? null : startOfDay(addDays(last, zoneSlackDays), 'UTC'),
  ]
  const isAfter = sql`issue_date >= ${after} and issued_on >= ${first}::date`
  const isBefore = sql`issue_date < ${before} and issued_on <= ${last}::date`
  return sql<boolean>`(${first == null ? sql`true` : isAfter} and ${last == null ? sql`true` : isBefore})`
}

/**
 * Selects an org's invoices that match the filters. Every column used here must be in the indexes
 * of the sort orders.
 */
function matching(db: Db, orgId: string, filters: ListFilters) {
  const { q, status, overdue, now, source, customerId, minCents, maxCents, customers } = filters
  return db
    .selectFrom('invoices')
    .where((eb) => eb.and({ org_id: orgId, ...toColumns({ status, source, customerId }) }))
    .$if(overdue !== undefined, (all) => all.where(isOverdue(now)))
    .$if(filters.from !== undefined || filters.to !== undefined, (all) =>
      all.where(isIssuedWithin(filters)),
    )
    .$if(minCents !== undefined, (all) => all.where('total_amount_cents', '>=', String(minCents)))
    .$if(maxCents !== undefined, (all) => all.where('total_amount_cents', '<=', String(maxCents)))
    .$if(Boolean(q), (all) =>
      all.where((eb) =>
        eb.or([
          // All numbers are in upper case, also those of the processor.
          eb('number', 'like', toLikePattern((q ?? '').toUpperCase())),
          customers === null
            ? eb('customer_id', 'in', customersWith(db, orgId, q ?? ''))
            : eb('customer_id', '=', eb.fn.any(eb.val([...customers]))),
        ]),
      ),
    )
}

/**
 * Matches rows after a position. If values are equal, the ids decide. Nulls come first in
 * descending order.
 */
function behind({ value, id }: Position, { sortBy, sortDir }: InvoiceFilters) {
  const column = sql.ref(sortColumns[sortBy])
  const beyond = sortDir === 'desc' ? sql`<` : sql`>`
  if (value === null) {
    const amongNulls = sql<boolean>`${column} is null and id ${beyond} ${id}`
    return sortDir === 'desc' ? sql<boolean>`(${amongNulls} or ${column} is not null)` : amongNulls
  }
  const onwards = sql<boolean>`(${column}, id) ${beyond} (${value}, ${id})`
  return sortDir === 'asc' && withNull.has(sortBy)
    ? sql<boolean>`(${onwards} or ${column} is null)`
    : onwards
}

const toOrder = ({ sortBy, sortDir }: InvoiceFilters) =>
  sortDir === 'desc'
    ? sql`${sql.ref(sortColumns[sortBy])} desc nulls first, id desc`
    : sql`${sql.ref(sortColumns[sortBy])} asc nulls last, id asc`

// Selects the ids of a slice of the filtered invoices from an index. They are a list, so the
// planner looks each up by key.
const isInSlice = (
  db: Db,
  orgId: string,
  filters: ListFilters,
  { limit, offset, after }: Slice,
) => {
  const ids = matching(db, orgId, filters)
    .select('id')
    .$if(after !== undefined, (all) => all.where(behind(after ?? { value: null, id: '' }, filters)))
    .orderBy(toOrder(filters))
    .limit(limit)
    .offset(offset)
  return sql<boolean>`i.id = any(array(${ids}))`
}

export const listInvoiceRows = (db: Db, orgId: string, filters: ListFilters, slice: Slice) =>
  listed(db, orgId, filters)
    .where(isInSlice(db, orgId, filters, slice))
    .execute()

/**
 * Reads few columns, and moments as text, because `Date` objects would take most of an export's
 * memory.
 */
export const listExportedRows = (db: Db, orgId: string, filters: ListFilters, slice: Slice) =>
  withCustomers(db, orgId, filters)
    .select([
      'i.id',
      'i.number',
      'i.status',
      'i.source',
      'i.customer_id',
      'i.currency',
      'i.vat_rate_bps',
    ])
    .select([
      'i.subtotal_amount_cents',
      'i.vat_amount_cents',
      'i.total_amount_cents',
      'i.credited_cents',
      'i.recorded_cents',
    ])
    .select(['i.order_number', 'i.buyer_reference', 'i.contract_number'])
    .select(['i.service_from', 'i.service_until', 'i.time_zone'])
    .select([momentText('issue_date'), momentText('due_date'), momentText('paid_at')])
    .select([dayText('issue_date').as('issued_on'), dayText('due_date').as('due_on')])
    .select('c.name as customer_name')
    .select(
      sql<string | null>`case when i.buyer is null then c.tax_id else i.buyer ->> 'taxId' end`.as(
        'customer_tax_id',
      ),
    )
    .where(isInSlice(db, orgId, filters, slice))
    .execute()

export type ExportedRow = Awaited<ReturnType<typeof listExportedRows>>[number]

const momentText = <C extends 'issue_date' | 'due_date' | 'paid_at'>(column: C) =>
  sql<
    string | null
  >`to_char(${sql.ref(`i.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
    column,
  )

const dayText = (column: 'issue_date' | 'due_date') =>
  sql<string | null>`to_char(${sql.ref(`i.${column}`)} at time zone i.time_zone, 'YYYY-MM-DD')`

const withCustomers = (db: Db, orgId: string, { sortBy, sortDir }: InvoiceFilters) =>
  invoicesWithCustomers(db)
    .where('i.org_id', '=', orgId)
    .orderBy(`i.${sortColumns[sortBy]}`, (order) =>
      sortDir === 'desc' ? order.desc().nullsFirst() : order.asc().nullsLast(),
    )
    .orderBy('i.id', sortDir)

const listed = (db: Db, orgId: string, filters: InvoiceFilters) =>
  withCustomers(db, orgId, filters).selectAll('i').select('c.name as customer_name')

const narrowing = ['overdue', 'source', 'customerId', 'from', 'to', 'minCents', 'maxCents'] as const

/** True if the filters match all invoices, or all with a status. */
export const isByStatus = (filters: InvoiceFilters): boolean =>
  !filters.q && narrowing.every((name) => filters[name] === undefined)

// If there are more matches, reading an index in order is cheaper, because reading stops at the end
// of the page.
const sortedAtMost = exactTotals

/**
 * Returns a page and the total number of matches in one index scan, or undefined if there are too
 * many matches to sort.
 */
export async function findInvoiceRows(
  db: Db,
  orgId: string,
  filters: ListFilters,
  { limit, offset, after }: Slice,
) {
  const matches = matching(db, orgId, filters)
    .select(['id', sortColumns[filters.sortBy]])
    .limit(sortedAtMost + 1)
  const beyond = after === undefined ? sql`true` : behind(after, filters)
  const { rows } = await sql<{ total: string; ids: string[] }>`
    with matches as materialized (${matches})
    select (select count(*) from matches) as total,
      array(select id from matches where ${beyond} order by ${toOrder(filters)} limit ${limit} offset ${offset}) as ids
  `.execute(db)
  const total = Number(rows[0]?.total)
  const ids = rows[0]?.ids ?? []
  if (total > sortedAtMost) return undefined
  const found =
    ids.length === 0 ? [] : await listed(db, orgId, filters).where('i.id', 'in', ids).execute()
  return [found, total] as const
}

export const countInvoices = (db: Db, orgId: string, filters: ListFilters, page: PageQuery) =>
  countAbout(db, matching(db, orgId, filters), page)
