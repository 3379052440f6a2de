import { json } from '@atrium/database'
import { type NotNull, sql } from 'kysely'
import type { StoredCard } from '../cards/card-view.ts'
import { cardColumns, type Db, type PostRow, type Transaction } from '../database.ts'

interface ClaimInput {
  orgId: string
  taskId: string | undefined
  channelIds: readonly string[] | undefined
  token: string
  now: Date
  deadline: Date
  runId: string | undefined
}

/** Moves the longest due post from reviewed to posting. Skips rows under another claim's lock. */
export async function claimPost(
  tx: Transaction,
  input: ClaimInput,
): Promise<StoredCard | undefined> {
  const { orgId, token, now, deadline } = input
  const card = await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      status: 'posting' as const,
      version: eb('version', '+', 1),
      updated_at: now,
      status_changed_at: now,
    }))
    .where('id', '=', duePost(tx, input))
    .where('org_id', '=', orgId)
    .returning(cardColumns)
    .executeTakeFirst()
  if (card === undefined) return undefined
  const post = await tx
    .updateTable('posts')
    .set({ claim_token: token, claim_deadline: deadline, failure: null, look_at: null, looks: 0 })
    .where('task_id', '=', card.id)
    .where('org_id', '=', orgId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { card, post }
}

/** Selects the id of the post to claim and locks its row until the transaction ends. */
function duePost(tx: Transaction, { orgId, taskId, channelIds, now, runId }: ClaimInput) {
  let query = tx
    .selectFrom('tasks')
    .select('id')
    .where('org_id', '=', orgId)
    .where('status', '=', 'reviewed')
    .where('destination_scheme', '=', 'automated')
  if (taskId !== undefined) query = query.where('id', '=', taskId)
  // A run that was started because the post was due does not publish it before a later due date.
  query = query.where((eb) => {
    const isDue = eb('due_date', '<=', now)
    if (taskId === undefined) return isDue
    const startedRun = eb
      .selectFrom('posts')
      .select('started_run')
      .whereRef('posts.task_id', '=', 'tasks.id')
      .whereRef('posts.org_id', '=', 'tasks.org_id')
    return runId === undefined
      ? eb.lit(true)
      : eb.or([isDue, sql<boolean>`${startedRun} is distinct from ${runId}`])
  })
  if (channelIds !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('posts')
          .select('task_id')
          .whereRef('posts.task_id', '=', 'tasks.id')
          .where('channel_id', '=', sql<string>`any(${channelIds}::text[])`),
      ),
    )
  }
  return query.orderBy('due_date').orderBy('id').limit(1).forUpdate().skipLocked()
}

/** Returns the post for a claim token, and the claim's deadline. */
export async function findClaim(db: Db, orgId: string, token: string) {
  return db
    .selectFrom('posts')
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.id', '=', 'posts.task_id').onRef('tasks.org_id', '=', 'posts.org_id'),
    )
    .select(['posts.task_id as taskId', 'posts.claim_deadline as deadline'])
    .where('posts.claim_token', '=', token)
    .where('posts.org_id', '=', orgId)
    .where('tasks.status', '=', 'posting')
    .where('posts.claim_deadline', 'is not', null)
    .$narrowType<{ deadline: NotNull }>()
    .executeTakeFirst()
}

export async function findOverdueClaims(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('posts')
    .select(['org_id as orgId', 'task_id as taskId', 'claim_token as token'])
    .where('claim_deadline', '<', now)
    .where('claim_token', 'is not', null)
    .$narrowType<{ token: NotNull }>()
    .orderBy('claim_deadline')
    .limit(limit)
    .execute()
}

export interface DueLook {
  orgId: string
  taskId: string
  looks: number
}

/** Reserves some posts with a due look-up, so no other replica takes them before `until`. */
export async function takeDueLooks(
  db: Db,
  now: Date,
  until: Date,
  limit: number,
): Promise<DueLook[]> {
  const { rows } = await sql<DueLook>`
    update posts set look_at = ${until} where task_id in (
      select task_id from posts where look_at <= ${now} order by look_at limit ${limit} for update skip locked)
    returning org_id as "orgId", task_id as "taskId", looks`.execute(db)
  return rows
}

export async function setPost(
  db: Db,
  { orgId, taskId }: { orgId: string; taskId: string },
  {
    publisher,
    ...columns
  }: Partial<Pick<PostRow, 'actor_id' | 'account_name' | 'publisher' | 'look_at' | 'looks'>>,
): Promise<void> {
  await db
    .updateTable('posts')
    .set({ ...columns, ...(publisher == null ? {} : { publisher: json(publisher) }) })
    .where('task_id', '=', taskId)
    .where('org_id', '=', orgId)
    .execute()
}

export async function findAims(
  db: Db,
  orgId: string,
  taskIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('channel_id as channelId')
    .distinct()
    .where('org_id', '=', orgId)
    .where('task_id', '=', sql<string>`any(${taskIds}::text[])`)
    .where('channel_id', 'is not', null)
    .$narrowType<{ channelId: NotNull }>()
    .execute()
  return rows.map(({ channelId }) => channelId)
}

/** Returns these posts' files, for approved posts only or for all. */
export async function findApprovableMedia(
  db: Db,
  orgId: string,
  taskIds: readonly string[],
  all: boolean,
) {
  let query = db
    .selectFrom('posts')
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.id', '=', 'posts.task_id').onRef('tasks.org_id', '=', 'posts.org_id'),
    )
    .select(['posts.platform', 'posts.media'])
    .where('posts.org_id', '=', orgId)
    .where('posts.task_id', '=', sql<string>`any(${taskIds}::text[])`)
  if (!all) query = query.where('tasks.status', '=', 'reviewed')
  return query.execute()
}

/**
 * True if the org has a post for the network with a first comment, or with a link for a comment.
 */
export async function hasCommented(
  db: Db,
  orgId: string,
  platform: PostRow['platform'],
): Promise<boolean> {
  const { rows } = await sql`select from posts where org_id = ${orgId} and platform = ${platform}
    and (first_comment <> '' or (link_handling = 'reply' and link is not null)) limit 1`.execute(db)
  return rows.length > 0
}

/** Keeps the alternative texts that a claimed post goes out with, unless there are some already. */
export async function keepAltTexts(
  db: Db,
  { orgId, taskId }: { orgId: string; taskId: string },
  alt_texts: string[],
): Promise<void> {
  await db
    .updateTable('posts')
    .set({ alt_texts })
    .where('org_id', '=', orgId)
    .where('task_id', '=', taskId)
    .where('alt_texts', 'is', null)
    .execute()
}

export const findAltTexts = async (
  db: Db,
  { orgId, taskId }: { orgId: string; taskId: string },
): Promise<string[] | null | undefined> =>
  (
    await db
      .selectFrom('posts')
      .select('alt_texts')
      .where('org_id', '=', orgId)
      .where('task_id', '=', taskId)
      .executeTakeFirst()
  )?.alt_texts
