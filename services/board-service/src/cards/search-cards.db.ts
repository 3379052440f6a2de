import type { CardQuery } from '@atrium/contracts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { type BoardDatabase, type CardRow, cardColumns, type Db } from '../database.ts'
import type { StoredCard } from './card-view.ts'
import { withPosts } from './cards.db.ts'
import { searchCondition } from './search-text.ts'

/** What is looked for, and which page of it. */
export type CardSearch = Omit<CardQuery, 'limit' | 'offset'> & {
  limit: number
  offset: number
  ownerId?: string | undefined
  withoutTag?: string | undefined
}

const sortColumns = {
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  dueDate: 't.due_date',
  title: sql<string>`lower(t.title)`,
  status: 't.status',
} as const

type TaskQueryTables = BoardDatabase & { t: BoardDatabase['tasks'] }
type TaskQuery = SelectQueryBuilder<TaskQueryTables, 't', Record<never, never>>
type FoundQuery = SelectQueryBuilder<TaskQueryTables, 't', CardRow & { total: string | null }>

function filtered(db: Db, orgId: string, search: CardSearch): TaskQuery {
  const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])
  let query = db.selectFrom('tasks as t').where('t.org_id', '=', orgId) as TaskQuery
  if (search.kind !== undefined) query = query.where('t.kind', 'in', list(search.kind))
  if (search.status !== undefined) query = query.where('t.status', 'in', list(search.status))
  if (search.dueAfter !== undefined) query = query.where('t.due_date', '>=', new Date(search.dueAfter))
  if (search.dueBefore !== undefined) query = query.where('t.due_date', '<', new Date(search.dueBefore))
  if (search.ownerId !== undefined) query = query.where('t.owner_id', '=', search.ownerId)
  if (search.withoutTag !== undefined) {
    query = query.where(sql<boolean>`not (t.tags @> ${[search.withoutTag]}::text[])`)
  }
  const condition = searchCondition(orgId, search.q, search.tag === undefined ? [] : list(search.tag))
  return condition === undefined ? query : query.where(condition)
}

/** Searches by words count up to here; going through every hit of a common word would cost more than the page. */
export const maxCounted = 1_000

/** A page of cards and how many there are; a search by words counts up to `maxCounted`. */
export async function searchCards(
  db: Db,
  orgId: string,
  search: CardSearch,
): Promise<{ cards: StoredCard[]; total: number }> {
  const query = filtered(db, orgId, search)
  return search.q === undefined || search.sortBy !== 'createdAt'
    ? listPage(db, orgId, query, search)
    : foundPage(db, orgId, query, search)
}

const pageColumns = cardColumns.map((column) => `t.${column}` as const)

function ordered<O>(
  query: SelectQueryBuilder<TaskQueryTables, 't', O>,
  { sortBy, sortDir }: CardSearch,
): SelectQueryBuilder<TaskQueryTables, 't', O> {
  // Only due dates can be missing; those come last in either direction.
  const dated = sortBy === 'dueDate' ? query.orderBy(sql`t.due_date is null`) : query
  return dated.orderBy(sortColumns[sortBy], sortDir).orderBy('t.id', sortDir)
}

interface Page {
  cards: StoredCard[]
  total: number
}

async function listPage(db: Db, orgId: string, query: TaskQuery, search: CardSearch): Promise<Page> {
  const { limit, offset } = search
  // The ids of a page far down come out of an index alone; only the rows of the page itself are read.
  const ids = ordered(query.select('t.id'), search).limit(limit).offset(offset)
  const page = (db.selectFrom('tasks as t') as TaskQuery).select(pageColumns).where('t.id', 'in', ids)
  const [rows, counted] = await Promise.all([
    ordered(page, search).execute(),
    // Whoever pages has seen a full page before and will need the count.
    offset > 0 ? countHits(db, query, search) : undefined,
  ])
  const cards = await withPosts(db, orgId, rows)
  // A page that is not full is the last one and says itself how many there are; no second look can disagree.
  const seen = offset + cards.length
  if (cards.length < limit && (cards.length > 0 || offset === 0)) return { cards, total: seen }
  const count = counted ?? (await countHits(db, query, search))
  return { cards, total: cards.length === 0 ? count : Math.max(seen, count) }
}

/** How many there are; with words `maxCounted` at most, of which the newest are found quickest. */
async function countHits(db: Db, query: TaskQuery, search: CardSearch): Promise<number> {
  const newest = ordered(query.select('t.id'), { ...search, sortBy: 'createdAt', sortDir: 'desc' })
  const counted = search.q === undefined ? query : db.selectFrom(newest.limit(maxCounted).as('hits'))
  const { count } = await (counted as TaskQuery)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The page and the count come from the same hits, in the page's order: looking for words is what costs, and only
 * with the order does PostgreSQL see that for common words walking the newest cards is quicker than the word index.
 */
async function foundPage(db: Db, orgId: string, query: TaskQuery, search: CardSearch): Promise<Page> {
  const { limit, offset } = search
  const page = db
    .with(
      (cte) => cte('hits').materialized(),
      () => ordered(query.select('t.id'), search).limit(Math.max(maxCounted, offset + limit)),
    )
    .selectFrom('tasks as t')
    .select(pageColumns)
    .select((eb) => eb.selectFrom('hits').select(eb.fn.countAll<string>().as('count')).as('total'))
    .where('t.id', 'in', (eb) => eb.selectFrom('hits').select('hits.id').limit(limit).offset(offset))
  const rows = await ordered(page as unknown as FoundQuery, search).execute()
  const cards = await withPosts(db, orgId, rows)
  if (rows[0] !== undefined || offset === 0) return { cards, total: Number(rows[0]?.total ?? 0) }
  return { cards, total: await countHits(db, query, search) }
}
