import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Counts a call made with the operator's own key. Returns false if the organisation has already
 * made `most` calls on this UTC day.
 */
export async function takeFreeCall(
  db: Db,
  orgId: string,
  now: Date,
  most: number,
): Promise<boolean> {
  if (most <= 0) return false
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql`
    insert into free_model_calls as f (org_id, day, calls) values (${orgId}, ${day}::date, 1)
    on conflict (org_id) do update
      set day = excluded.day, calls = case when f.day = excluded.day then f.calls + 1 else 1 end
      where f.day <> excluded.day or f.calls < ${most}
    returning calls`.execute(db)
  return rows.length > 0
}
