import { type RawBuilder, sql } from 'kysely'
import { cardColumns, type Db } from '../database.ts'
import { withPosts } from './cards.db.ts'

const columns = new Map<string, RawBuilder<unknown>>([
  ['id', sql`t.id`],
  ['title', sql`t.title`],
  ['text', sql`t.body`],
  ['kind', sql`t.kind`],
  ['status', sql`t.status`],
  ['ownerId', sql`t.owner_id`],
  ['dueOn', sql`t.due_on::text`],
])
const postColumns = new Map<string, RawBuilder<unknown>>([
  ['platform', sql`p.platform`],
  ['channelId', sql`p.channel_id`],
  ['externalId', sql`p.external_id`],
  ['externalUrl', sql`p.external_url`],
])

export interface WantedCards {
  kind: 'task' | 'post'
  field: string
  value: string
  limit: number
}

/**
 * Returns the newest cards whose field equals a value without regard to case. A field that is no
 * column is one of the card's own fields.
 */
export async function findCardsByField(
  db: Db,
  orgId: string,
  { kind, field, value, limit }: WantedCards,
) {
  const isPost = kind === 'post'
  const column =
    columns.get(field) ??
    (isPost ? postColumns.get(field) : undefined) ??
    sql`t.fields ->> ${field}`
  const wanted = value.trim()
  const rows = await db
    .selectFrom('tasks as t')
    .leftJoin('posts as p', (join) =>
      join.onRef('p.task_id', '=', 't.id').onRef('p.org_id', '=', 't.org_id'),
    )
    .select(cardColumns.map((name) => `t.${name}` as const))
    .where('t.org_id', '=', orgId)
    .where('t.kind', isPost ? '=' : '<>', 'post')
    .where(
      field === 'id'
        ? sql<boolean>`t.id = ${wanted}`
        : sql<boolean>`lower(${column}) = lower(${wanted})`,
    )
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()
  return withPosts(db, orgId, rows)
}
