import { json } from '@atrium/database'
import { sql } from 'kysely'
import { cardVector } from '../card-vector.db.ts'
import { type CardRow, cardColumns, type Db, type PostRow, type Transaction } from '../database.ts'
import type { CardKey, StoredCard } from './card-view.ts'

const selectCards = (db: Db, orgId: string) =>
  db.selectFrom('tasks').select(cardColumns).where('org_id', '=', orgId)

const jsonOrNull = <V>(value: V | null) => (value === null ? null : json(value))

const anyId = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`

/**
 * Inserts a card and returns the stored row. Returns undefined and writes nothing if a card with
 * its key or link exists.
 */
export async function insertCard(tx: Transaction, row: CardRow): Promise<CardRow | undefined> {
  return tx
    .insertInto('tasks')
    .values({
      ...row,
      fields: json(row.fields),
      written: jsonOrNull(row.written),
      search: cardVector(row),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(cardColumns)
    .executeTakeFirst()
}

export async function updateCardRow(tx: Transaction, row: CardRow): Promise<CardRow> {
  const { id, org_id, fields, written: content, created_at: _, ...rest } = row
  return tx
    .updateTable('tasks')
    .set({ ...rest, fields: json(fields), written: jsonOrNull(content), search: cardVector(row) })
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .returning(cardColumns)
    .executeTakeFirstOrThrow()
}

/** Stores the fingerprints of a workflow's content without a new card version. */
export const updateWritten = async (
  tx: Transaction,
  { id, org_id, written: content }: CardRow,
): Promise<void> =>
  void (await tx
    .updateTable('tasks')
    .set({ written: jsonOrNull(content) })
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .execute())

/** Writes the next version of a card and its status change, if there is one. */
export async function updateCardVersion(
  tx: Transaction,
  { id, org_id, version }: CardRow,
  now: Date,
  move: Partial<
    Pick<
      CardRow,
      | 'status'
      | 'due_date'
      | 'due_all_day'
      | 'due_on'
      | 'status_changed_at'
      | 'column_id'
      | 'column_status'
    >
  > = {},
): Promise<CardRow> {
  return tx
    .updateTable('tasks')
    .set({ ...move, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .returning(cardColumns)
    .executeTakeFirstOrThrow()
}

export async function findCard(db: Db, orgId: string, id: string): Promise<StoredCard | undefined> {
  const rows = await selectCards(db, orgId).where('id', '=', id).execute()
  return (await withPosts(db, orgId, rows))[0]
}

/** Returns a card and locks its row until the transaction ends. */
export async function lockCard(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<StoredCard | undefined> {
  const rows = await selectCards(tx, orgId).where('id', '=', id).forUpdate().execute()
  return (await withPosts(tx, orgId, rows))[0]
}

export async function findCards(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<StoredCard[]> {
  return withPosts(db, orgId, await selectCards(db, orgId).where('id', '=', anyId(ids)).execute())
}

export async function findKeyedCard(
  db: Db,
  orgId: string,
  by: CardKey,
): Promise<StoredCard | undefined> {
  const query = selectCards(db, orgId)
  const keyed =
    'externalKey' in by
      ? query.where('external_key', '=', by.externalKey)
      : query.where('owner_id', '=', by.ownerId).where('canonical_url', '=', by.canonicalUrl)
  return (await withPosts(db, orgId, await keyed.execute()))[0]
}

export async function findKeyedCards(
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<StoredCard[]> {
  return withPosts(
    db,
    orgId,
    await selectCards(db, orgId).where('external_key', '=', anyId(keys)).execute(),
  )
}

/** Returns and locks cards with no status change since `before`. Skips locked rows. */
export async function lockPrunable(
  tx: Transaction,
  {
    orgId,
    status,
    before,
    limit,
  }: { orgId: string; status: 'archived' | 'done'; before: Date; limit: number },
): Promise<CardRow[]> {
  return selectCards(tx, orgId)
    .where('status', '=', status)
    .where('status_changed_at', '<=', before)
    .orderBy('status_changed_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/**
 * Returns these cards and locks them in id order until the transaction ends. With `kind`, only
 * cards of that kind.
 */
export async function lockCards(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
  kind?: CardRow['kind'],
): Promise<CardRow[]> {
  const cards = selectCards(tx, orgId).where('id', '=', anyId(ids))
  const ofKind = kind === undefined ? cards : cards.where('kind', '=', kind)
  return ofKind.orderBy('id').forUpdate().execute()
}

/** Deletes cards. Foreign keys cascade to posts, timelines and references. */
export async function deleteCardRows(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.deleteFrom('tasks').where('org_id', '=', orgId).where('id', '=', anyId(ids)).execute()
}

const written = <R extends Pick<PostRow, 'failure' | 'publisher' | 'posted_by'>>(row: R) => ({
  ...row,
  failure: jsonOrNull(row.failure),
  publisher: jsonOrNull(row.publisher),
  posted_by: jsonOrNull(row.posted_by),
})

export async function insertPost(tx: Transaction, row: PostRow): Promise<void> {
  await tx.insertInto('posts').values(written(row)).execute()
}

export async function updatePost(tx: Transaction, row: PostRow): Promise<PostRow> {
  // Clicks are counted, and due posts are started, concurrently with other changes.
  const { task_id, org_id, clicks: _, started_for: __, started_run: ___, ...rest } = row
  return tx
    .updateTable('posts')
    .set(written(rest))
    .where('task_id', '=', task_id)
    .where('org_id', '=', org_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Returns the cards in the same order, each with its post. `post` is undefined for other kinds.
 */
export async function withPosts(
  db: Db,
  orgId: string,
  cards: readonly CardRow[],
): Promise<StoredCard[]> {
  const ids = cards.filter(({ kind }) => kind === 'post').map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('posts')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('task_id', '=', anyId(ids))
          .execute()
  const posts = new Map(rows.map((row) => [row.task_id, row]))
  return cards.map((card) => ({ card, post: posts.get(card.id) }))
}
