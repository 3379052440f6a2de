import { type CardQuery, maxPages } from '@atrium/contracts'
import { countAbout, searchCondition } from '@atrium/database'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type BoardDatabase, cardColumns, type Db } from '../database.ts'
import { isDay } from '../due-days/due.ts'
import { maxPageBytes } from '../org-records.db.ts'
import { withPosts } from './cards.db.ts'
import type { ShownColumn } from './shown-column.ts'

export type CardSearch = CardQuery & {
  ownerId?: string | undefined
  withoutTag?: string | undefined
  /** The column in `columnId`. */
  column?: ShownColumn | undefined
}

const sortColumns = {
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
  // Only due dates can be null. They are sorted last in both directions.
  dueDate: sql`t.due_date is null, t.due_date`,
  title: sql`lower(t.title)`,
  status: sql`t.status`,
} as const

function orderBy({ sortBy, sortDir }: Pick<CardSearch, 'sortBy' | 'sortDir'>): RawBuilder<unknown> {
  const direction = sql.raw(sortDir)
  return sql`${sortColumns[sortBy]} ${direction}, t.id ${direction}`
}

type Tables = BoardDatabase & { t: BoardDatabase['tasks'] }
type Query<O = Record<never, never>> = SelectQueryBuilder<Tables, 't', O>

/** Converts a moment, or the start of a day in the organisation's zone, to SQL. */
const rangeBound = (orgId: string, text: string): RawBuilder<Date> =>
  isDay(text)
    ? sql<Date>`(${text}::date::timestamp at time zone
        coalesce((select z.time_zone from org_time_zones z where z.org_id = ${orgId}), 'UTC'))`
    : sql<Date>`${new Date(text)}`

const inColumn = ({ id, statuses, others }: ShownColumn): RawBuilder<boolean> =>
  others === undefined
    ? sql`(t.status = any(${statuses}::text[]) and t.column_id = ${id})`
    : sql`(t.status = any(${statuses}::text[])
        and (t.column_id is null or not (t.column_id = any(${others}::text[]))))`

function filtered(db: Db, orgId: string, search: CardSearch): Query {
  const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])
  let query = db.selectFrom('tasks as t').where('t.org_id', '=', orgId) as Query
  if (search.kind !== undefined) query = query.where('t.kind', 'in', list(search.kind))
  if (search.status !== undefined) query = query.where('t.status', 'in', list(search.status))
  if (search.dueAfter !== undefined)
    query = query.where('t.due_date', '>=', rangeBound(orgId, search.dueAfter))
  if (search.dueBefore !== undefined)
    query = query.where('t.due_date', '<', rangeBound(orgId, search.dueBefore))
  const { postedAfter, postedBefore } = search
  if (postedAfter !== undefined || postedBefore !== undefined) {
    let posted = db.selectFrom('posts as p').select('p.task_id').where('p.org_id', '=', orgId)
    if (postedAfter !== undefined)
      posted = posted.where('p.posted_at', '>=', rangeBound(orgId, postedAfter))
    if (postedBefore !== undefined)
      posted = posted.where('p.posted_at', '<', rangeBound(orgId, postedBefore))
    query = query.where('t.id', 'in', posted)
  }
  if (search.assignee === 'none') query = query.where('t.assignee_id', 'is', null)
  else if (search.assignee !== undefined) query = query.where('t.assignee_id', '=', search.assignee)
  if (search.customerId !== undefined) query = query.where('t.customer_id', '=', search.customerId)
  if (search.column !== undefined) query = query.where(inColumn(search.column))
  if (search.ownerId !== undefined) query = query.where('t.owner_id', '=', search.ownerId)
  if (search.withoutTag !== undefined) {
    query = query.where(sql<boolean>`not (t.tags @> ${[search.withoutTag]}::text[])`)
  }
  const condition = searchCondition('t.search', {
    orgId,
    q: search.q,
    tags: search.tag === undefined ? [] : list(search.tag),
  })
  return condition === undefined ? query : query.where(condition)
}

/**
 * Maximum hit count for a word search, because counting every hit of a common word would cost more
 * than the page.
 */
const maxCounted = 1_000

const ordered = <O>(query: Query<O>, search: Pick<CardSearch, 'sortBy' | 'sortDir'>): Query<O> =>
  query.orderBy(orderBy(search))

/**
 * Returns a page of cards and the total count. The page is smaller than its limit if it reached
 * `maxPageBytes`.
 */
export async function searchCards(db: Db, orgId: string, search: CardSearch) {
  const { limit, offset } = search
  const query = filtered(db, orgId, search)
  const rows = await boundedPage(db, query, search)
  const cards = await withPosts(db, orgId, rows)
  const whole = Number(rows[0]?.page_length ?? 0)
  const found = { cards, limit: cards.length < whole ? cards.length : limit }
  // A page that is not full is the last one and gives the total itself, so no second query can
  // disagree.
  if (whole < limit && (whole > 0 || offset === 0)) return { ...found, total: offset + whole }
  const counted = await countHits(db, query, search)
  return { ...found, total: whole === 0 ? counted : Math.max(offset + whole, counted) }
}

const pageColumns = cardColumns.map((column) => `t.${column}` as const)

/**
 * Returns the SQL for a card's size in bytes. A post's comment and thread can be longer than its
 * body. On pages above the usual limit, tags count too, because they add up.
 */
const limitTo = ({ limit }: CardSearch): RawBuilder<unknown> => {
  const texts = sql`octet_length(t.body) + octet_length(t.fields::text) + case t.kind when 'post' then coalesce(
    (select coalesce(octet_length(p.first_comment), 0) + octet_length(p.thread::text)
      from posts p where p.org_id = t.org_id and p.task_id = t.id), 0) else 0 end`
  return limit <= maxPages.list ? texts : sql`${texts} + octet_length(t.tags::text)`
}

/**
 * Returns the page's rows in order, up to `maxPageBytes`, each with the page's total length. A
 * distant page's ids come from an index alone, so only the page's rows are read.
 */
function boundedPage(db: Db, query: Query, search: CardSearch) {
  const ids = ordered(query.select('t.id'), search).limit(search.limit).offset(search.offset)
  const sized = (db.selectFrom('tasks as t') as Query)
    .select(pageColumns)
    .select((eb) => [
      eb.fn.countAll<string>().over().as('page_length'),
      sql<string>`sum(${limitTo(search)}) over (order by ${orderBy(search)})`.as('bytes'),
    ])
    .where('t.id', 'in', ids)
  return db
    .selectFrom(sized.as('t'))
    .select([...pageColumns, 't.page_length'])
    .where('t.bytes', '<=', String(maxPageBytes))
    .orderBy(orderBy(search))
    .execute()
}

/**
 * Counts the matches. A word search counts at most `maxCounted`, newest first, because the newest
 * are found fastest.
 */
async function countHits(db: Db, query: Query, search: CardSearch): Promise<number> {
  if (search.q === undefined) return countAbout(db, query, search)
  const newest = ordered(query.select('t.id'), { sortBy: 'createdAt', sortDir: 'desc' })
  const { count } = await db
    .selectFrom(newest.limit(maxCounted).as('hits'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
