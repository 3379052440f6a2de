import { json } from '@atrium/database'
import type { Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'

export type AttemptRow = Selectable<Database['publish_attempts']>

export type NewAttempt = Omit<AttemptRow, 'id' | 'org_id' | Outcome> & { org_id: string }
type Outcome = 'state' | 'outcome' | 'external_id' | 'finished_at'

/**
 * Finds the attempt of a key in an organisation. If the attempt is older than organisation
 * ownership, it is found by its card.
 */
export const findAttempt = (db: Db, { kind, org_id, task_id, attempt_key }: NewAttempt) =>
  db
    .selectFrom('publish_attempts')
    .selectAll()
    .where((eb) => eb.and({ kind, attempt_key }))
    .where((eb) =>
      eb.or([
        eb('org_id', '=', org_id),
        eb.and([eb('org_id', 'is', null), eb('task_id', '=', task_id)]),
      ]),
    )
    .executeTakeFirst()

/**
 * Finds a successful attempt for a card and channel, by the content it sent or the post it made.
 */
export const findDone = (
  db: Db,
  {
    kind,
    org_id,
    channel_id,
    task_id,
  }: Pick<NewAttempt, 'kind' | 'org_id' | 'channel_id' | 'task_id'>,
  by: { fingerprint: string } | { external_id: string },
) =>
  db
    .selectFrom('publish_attempts')
    .selectAll()
    .where((eb) => eb.and({ kind, task_id, channel_id, state: 'done', ...by }))
    .where((eb) => eb.or([eb('org_id', '=', org_id), eb('org_id', 'is', null)]))
    .executeTakeFirst()

/** Records an attempt before its call. Returns undefined if another call has recorded it. */
export async function beginAttempt(
  deps: IdSource,
  tx: Transaction,
  attempt: NewAttempt,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('publish_attempts')
    .values({ id: `att_${deps.newId('post').slice(5)}`, ...attempt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const endAttempt = (
  tx: Transaction,
  id: string,
  { outcome, ...end }: Pick<AttemptRow, Outcome>,
) =>
  tx
    .updateTable('publish_attempts')
    .set({ ...end, outcome: json<unknown>(outcome) })
    .where('id', '=', id)
    .execute()

/** Deletes an attempt without any effect, so it can be made again. */
export const deleteAttempt = (tx: Transaction, id: string) =>
  tx.deleteFrom('publish_attempts').where('id', '=', id).execute()

/** Returns the ids with an attempt, or only those whose attempt's key matches the pattern `key`. */
export async function takenPosts(
  db: Db,
  channelId: string,
  ids: readonly string[],
  key = '%',
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('publish_attempts')
    .select('external_id')
    .where('channel_id', '=', channelId)
    .where('external_id', 'in', [...ids])
    .where('attempt_key', 'like', key)
    .execute()
  return new Set(rows.flatMap(({ external_id: id }) => (id === null ? [] : [id])))
}
