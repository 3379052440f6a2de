import { json } from '@atrium/database'
import { sql } from 'kysely'
import { type CardRow, cardColumns, type Db, type PostRow, type Tx } from '../database.ts'
import type { StoredCard } from './card-view.ts'
import { searchVector } from './search-text.ts'

const vectorOf = (row: Pick<CardRow, 'org_id' | 'title' | 'body' | 'tags' | 'fields'>) =>
  searchVector({ orgId: row.org_id, title: row.title, body: row.body, tags: row.tags, fields: row.fields })

/** Writes a new card. False, and nothing written, when its key or link is there already. */
export async function insertCard(tx: Tx, row: CardRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('tasks')
    .values({ ...row, fields: json(row.fields), search: vectorOf(row) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Writes the columns that a change touches. */
export async function writeCard(tx: Tx, row: CardRow): Promise<CardRow> {
  const { id, org_id, fields, created_at: _, ...rest } = row
  return tx
    .updateTable('tasks')
    .set({ ...rest, fields: json(fields), search: vectorOf(row) })
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .returning(cardColumns)
    .executeTakeFirstOrThrow()
}

/** Writes only a move: status, due date, version and times. */
export async function writeCardStatus(
  tx: Tx,
  row: Pick<
    CardRow,
    'id' | 'org_id' | 'status' | 'due_date' | 'version' | 'status_changed_at' | 'updated_at'
  >,
): Promise<CardRow> {
  const { id, org_id, ...rest } = row
  return tx
    .updateTable('tasks')
    .set(rest)
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .returning(cardColumns)
    .executeTakeFirstOrThrow()
}

export async function findPost(db: Db | Tx, orgId: string, taskId: string): Promise<PostRow | undefined> {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
}

async function withPost(db: Db | Tx, task: CardRow | undefined): Promise<StoredCard | undefined> {
  if (task === undefined) return undefined
  return { task, post: task.kind === 'post' ? await findPost(db, task.org_id, task.id) : undefined }
}

export async function findCard(db: Db | Tx, orgId: string, id: string): Promise<StoredCard | undefined> {
  const task = await db
    .selectFrom('tasks')
    .select(cardColumns)
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return withPost(db, task)
}

/** The same with the row held until the transaction ends. */
export async function lockCard(tx: Tx, orgId: string, id: string): Promise<StoredCard | undefined> {
  const task = await tx
    .selectFrom('tasks')
    .select(cardColumns)
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst()
  return withPost(tx, task)
}

export async function findKeyedCard(
  db: Db | Tx,
  orgId: string,
  by: { externalKey: string } | { ownerId: string; canonicalUrl: string },
): Promise<string | undefined> {
  const query = db.selectFrom('tasks').select('id').where('org_id', '=', orgId)
  const row = await ('externalKey' in by
    ? query.where('external_key', '=', by.externalKey)
    : query.where('owner_id', '=', by.ownerId).where('canonical_url', '=', by.canonicalUrl)
  ).executeTakeFirst()
  return row?.id
}

export async function insertPost(tx: Tx, row: PostRow): Promise<void> {
  await tx
    .insertInto('posts')
    .values({ ...row, failure: row.failure === null ? null : json(row.failure) })
    .execute()
}

export async function updatePost(tx: Tx, row: PostRow): Promise<PostRow> {
  const { task_id, org_id, ...rest } = row
  return tx
    .updateTable('posts')
    .set({ ...rest, failure: row.failure === null ? null : json(row.failure) })
    .where('task_id', '=', task_id)
    .where('org_id', '=', org_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes cards with what hangs on them. Posts, timelines and references go by their foreign keys. */
export async function deleteCardRows(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('tasks')
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/** Some cards that may be pruned, held until the transaction ends. */
export async function lockPrunable(
  tx: Tx,
  orgId: string,
  status: 'archived' | 'done',
  before: Date,
  limit: number,
): Promise<CardRow[]> {
  return tx
    .selectFrom('tasks')
    .select(cardColumns)
    .where('org_id', '=', orgId)
    .where('status', '=', status)
    .where('status_changed_at', '<=', before)
    .orderBy('status_changed_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** These cards of one kind, held until the transaction ends. */
export async function lockCards(
  tx: Tx,
  orgId: string,
  kind: CardRow['kind'],
  ids: readonly string[],
): Promise<CardRow[]> {
  return tx
    .selectFrom('tasks')
    .select(cardColumns)
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function findCards(db: Db, orgId: string, ids: readonly string[]): Promise<StoredCard[]> {
  const tasks = await db
    .selectFrom('tasks')
    .select(cardColumns)
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return withPosts(db, orgId, tasks)
}

/** Cards with what posts have on top. */
export async function withPosts(db: Db, orgId: string, tasks: readonly CardRow[]): Promise<StoredCard[]> {
  const ids = tasks.filter((task) => task.kind === 'post').map((task) => task.id)
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('posts')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('task_id', '=', sql<string>`any(${ids}::text[])`)
          .execute()
  const posts = new Map(rows.map((row) => [row.task_id, row]))
  return tasks.map((task) => ({ task, post: posts.get(task.id) }))
}
