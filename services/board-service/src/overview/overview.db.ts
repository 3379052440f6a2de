import type { CardStatus } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

const postsOf = (db: Db, orgId: string, status: CardStatus) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('posts as p', (join) =>
      join.onRef('p.task_id', '=', 't.id').onRef('p.org_id', '=', 't.org_id'),
    )
    .where('t.org_id', '=', orgId)
    .where('t.kind', '=', 'post')
    .where('t.status', '=', status)

const newestOf = (query: ReturnType<typeof postsOf>) =>
  query
    .select(['t.id', 't.title', 't.body', 't.due_date', 't.updated_at', 'p.failure'])
    .select((eb) => eb.fn.countAll<string>().over().as('count'))
    .orderBy('t.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest post of an org in a status, and how many there are. */
export const newestPost = (db: Db, orgId: string, status: CardStatus) => newestOf(postsOf(db, orgId, status))

/** The newest approved post whose due time passed before a moment, and how many there are. */
export const newestOverduePost = (db: Db, orgId: string, before: Date) =>
  newestOf(postsOf(db, orgId, 'reviewed').where('t.due_date', '<', before))

export type NewestPost = NonNullable<Awaited<ReturnType<typeof newestPost>>>

/** Sites whose name or public name contains a text, by name. */
export const findSites = (db: Db, orgId: string, text: string, limit: number) =>
  db
    .selectFrom('sites')
    .select(['id', 'name', 'slug', 'status'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`strpos(lower(name || ' ' || slug), lower(${text})) > 0`)
    .orderBy('name')
    .limit(limit)
    .execute()
