import { foldText, isSamePhone, phoneEndings } from '@atrium/contracts'
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

// The longest text of a phone number, with blanks between its digits.
const longestPhone = 60

/** Matches numbers that end like a phone number. `isSamePhone` decides among them. */
const endsLikePhone = (column: RawBuilder<unknown>, endings: readonly string[]) => {
  const patterns = endings.map((ending) => `%${ending}`)
  return sql<boolean>`regexp_replace(left(${column}, ${longestPhone}), '[^0-9]', '', 'g') like any(${patterns}::text[])`
}

/**
 * Returns the newest cards whose field equals a value as in searches: without regard to case and
 * accents, and a phone number with or without its country prefix. If the field is no column, it is
 * one of the card's own fields.
 */
export async function findCardsByField(
  db: Db,
  orgId: string,
  { kind, field, value, limit }: WantedCards,
) {
  const isPost = kind === 'post'
  const named = columns.get(field) ?? (isPost ? postColumns.get(field) : undefined)
  const column = named ?? sql`t.fields ->> ${field}`
  const wanted = value.trim()
  const isEqual =
    field === 'id'
      ? sql<boolean>`t.id = ${wanted}`
      : sql<boolean>`fold_text(${column}) = ${foldText(wanted)}`
  const endings = named === undefined ? phoneEndings(wanted.slice(0, longestPhone)) : []
  const rows = await db
    .selectFrom('tasks as t')
    .leftJoin('posts as p', (join) =>
      join.onRef('p.task_id', '=', 't.id').onRef('p.org_id', '=', 't.org_id'),
    )
    .select(cardColumns.map((name) => `t.${name}` as const))
    .where('t.org_id', '=', orgId)
    .where('t.kind', isPost ? '=' : '<>', 'post')
    .where(
      endings.length === 0
        ? isEqual
        : sql<boolean>`(${isEqual} or ${endsLikePhone(column, endings)})`,
    )
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()
  const isWanted = (own: unknown): boolean =>
    typeof own !== 'string' || foldText(own) === foldText(wanted) || isSamePhone(own, wanted)
  return withPosts(
    db,
    orgId,
    endings.length === 0 ? rows : rows.filter(({ fields }) => isWanted(fields[field])),
  )
}
