import { newId } from '@atrium/contracts'
import { json } from '@atrium/database'
import type { Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type AttemptRow = Selectable<Database['publish_attempts']>

export interface NewAttempt {
  kind: 'post' | 'comment'
  attemptKey: string
  channelId: string
  orgId: string
  /** Who decided that it goes out. */
  actorId: string
  taskId: string
  fingerprint: string
  startedAt: Date
}

/**
 * The attempt of a key; of an org, so that a guessed key tells nothing. One from before attempts named their org is
 * found by its card, which is of one org.
 */
export const findAttempt = (
  db: Db,
  kind: AttemptRow['kind'],
  { orgId, taskId, attemptKey }: Pick<NewAttempt, 'orgId' | 'taskId' | 'attemptKey'>,
) =>
  db
    .selectFrom('publish_attempts')
    .selectAll()
    .where((eb) => eb.and({ kind, attempt_key: attemptKey }))
    .where((eb) =>
      eb.or([eb('org_id', '=', orgId), eb.and([eb('org_id', 'is', null), eb('task_id', '=', taskId)])]),
    )
    .executeTakeFirst()

/** An earlier attempt that sent exactly this for the same card and channel, and succeeded. */
export const findTwin = (db: Db, attempt: NewAttempt) =>
  db
    .selectFrom('publish_attempts')
    .selectAll()
    .where((eb) =>
      eb.and({
        kind: attempt.kind,
        task_id: attempt.taskId,
        channel_id: attempt.channelId,
        fingerprint: attempt.fingerprint,
        state: 'done',
      }),
    )
    .where((eb) => eb.or([eb('org_id', '=', attempt.orgId), eb('org_id', 'is', null)]))
    .executeTakeFirst()

/** The attempt that made this post of a card. */
export const findSent = (
  db: Db,
  post: { orgId: string; channelId: string; taskId: string; externalId: string },
) =>
  db
    .selectFrom('publish_attempts')
    .selectAll()
    .where((eb) =>
      eb.and({
        kind: 'post',
        task_id: post.taskId,
        channel_id: post.channelId,
        external_id: post.externalId,
        state: 'done',
      }),
    )
    .where((eb) => eb.or([eb('org_id', '=', post.orgId), eb('org_id', 'is', null)]))
    .executeTakeFirst()

/** Records that the call is about to be made; undefined when somebody else made this attempt. */
export async function beginAttempt(tx: Transaction, attempt: NewAttempt): Promise<string | undefined> {
  const row = await tx
    .insertInto('publish_attempts')
    .values({
      id: `att_${newId('post').slice(5)}`,
      attempt_key: attempt.attemptKey,
      kind: attempt.kind,
      channel_id: attempt.channelId,
      org_id: attempt.orgId,
      owner_id: attempt.actorId,
      task_id: attempt.taskId,
      fingerprint: attempt.fingerprint,
      started_at: attempt.startedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Records what became of an attempt. */
export const endAttempt = (
  tx: Transaction,
  id: string,
  end: { state: 'done' | 'failed' | 'unknown'; outcome: unknown; externalId: string | null; at: Date },
) =>
  tx
    .updateTable('publish_attempts')
    .set({
      state: end.state,
      outcome: json<unknown>(end.outcome),
      external_id: end.externalId,
      finished_at: end.at,
    })
    .where('id', '=', id)
    .execute()

/** Which of these posts belong to another attempt already. */
export async function takenPosts(db: Db, channelId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('publish_attempts')
    .select('external_id')
    .where('channel_id', '=', channelId)
    .where('external_id', 'in', [...ids])
    .execute()
  return new Set(rows.flatMap(({ external_id: id }) => (id === null ? [] : [id])))
}
