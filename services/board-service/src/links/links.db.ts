import type { Db } from '../database.ts'

/** Cards that have been enriching since before a moment. */
export async function findStuckEnrichments(
  db: Db,
  before: Date,
  limit: number,
): Promise<Array<{ orgId: string; taskId: string }>> {
  return db
    .selectFrom('tasks')
    .select(['org_id as orgId', 'id as taskId'])
    .where('status', '=', 'enriching')
    .where('status_changed_at', '<', before)
    .orderBy('status_changed_at')
    .limit(limit)
    .execute()
}
