import type { Platform } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

export interface StartedPost {
  orgId: string
  taskId: string
  /** The user on whose authority the post goes out. */
  userId: string
  platform: Platform
  channelId: string | null
}

/** Marks posts that have become due as started for their due date. No other replica gets them. */
export async function takeStartable(
  db: Db,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<StartedPost[]> {
  const { rows } = await sql<StartedPost>`
    update posts p set started_for = due.due_date
      from (
        select t.id, t.org_id, t.owner_id, t.due_date from tasks t
          join posts of_task on of_task.task_id = t.id and of_task.org_id = t.org_id
          where t.status = 'reviewed' and t.destination_scheme = 'automated'
            and t.due_date <= ${now} and t.due_date > ${since}
            and of_task.started_for is distinct from t.due_date
          order by t.due_date limit ${limit}
          for update of of_task skip locked) due
      where p.task_id = due.id and p.org_id = due.org_id
    returning p.org_id as "orgId", p.task_id as "taskId", p.platform, p.channel_id as "channelId",
      coalesce(p.actor_id, due.owner_id) as "userId"`.execute(db)
  return rows
}

/** Notes the run, so that it does not publish the post before a later due date. */
export async function noteStart(
  db: Db,
  { orgId, taskId }: StartedPost,
  runId: string,
): Promise<void> {
  await db
    .updateTable('posts')
    .set({ started_run: runId })
    .where('org_id', '=', orgId)
    .where('task_id', '=', taskId)
    .execute()
}

export async function undoStart(db: Db, orgId: string, taskIds: readonly string[]): Promise<void> {
  await db
    .updateTable('posts')
    .set({ started_for: null })
    .where('org_id', '=', orgId)
    .where('task_id', '=', sql<string>`any(${taskIds}::text[])`)
    .execute()
}
