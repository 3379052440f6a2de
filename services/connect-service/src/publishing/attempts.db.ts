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
  /** The member who decided about it. */
  actorId: string
  taskId: string
  fingerprint: string
  startedAt: Date
}

/**
 * The attempt of a key in an org: a guessed key finds nothing. An attempt from before attempts named their org is found
 * by its card.
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

/** A successful attempt for a card and channel, by the content that it sent or the post that it made. */
export const findDone = (
  db: Db,
  { kind, orgId, channelId, taskId }: Pick<NewAttempt, 'kind' | 'orgId' | 'channelId' | 'taskId'>,
  by: { fingerprint: string } | { external_id: string },
) =>
  db
    .selectFrom('publish_attempts')
    .selectAll()
    .where((eb) => eb.and({ kind, task_id: taskId, channel_id: channelId, state: 'done', ...by }))
    .where((eb) => eb.or([eb('org_id', '=', orgId), eb('org_id', 'is', null)]))
    .executeTakeFirst()

/** Records an attempt before its call; undefined when another call made it. */
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

/** Records the outcome of an attempt. */
export const endAttempt = (
  tx: Transaction,
  id: string,
  {
    outcome,
    ...end
  }: { state: 'done' | 'failed' | 'unknown'; outcome: unknown; externalId: string | null; at: Date },
) =>
  tx
    .updateTable('publish_attempts')
    .set({
      state: end.state,
      outcome: json<unknown>(outcome),
      external_id: end.externalId,
      finished_at: end.at,
    })
    .where('id', '=', id)
    .execute()

/** The ids among these that belong to an attempt. */
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
