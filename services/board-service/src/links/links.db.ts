import type { Db } from '../database.ts'

export type EnrichedKind = 'link' | 'contact'

/** Returns a kind's cards in enrichment since `before` or longer. */
export async function findEnriching(db: Db, kind: EnrichedKind, before: Date, limit: number) {
  return db
    .selectFrom('tasks')
    .select(['org_id as orgId', 'id as taskId'])
    .where('status', '=', 'enriching')
    .where('kind', '=', kind)
    .where('status_changed_at', '<=', before)
    .orderBy('status_changed_at')
    .limit(limit)
    .execute()
}
