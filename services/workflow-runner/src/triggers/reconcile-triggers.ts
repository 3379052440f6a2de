import { inTransaction } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { syncTriggers } from './sync-triggers.ts'

const batch = 200

/**
 * At boot: derives the triggers of every active workflow from its graph again, in batches, and removes the
 * schedules under `wf.` that belong to none. Other schedules are left alone.
 */
export async function reconcileTriggers(db: Db): Promise<void> {
  await sql`delete from schedules s where s.key like 'wf.%' and not exists (
    select 1 from workflows w where w.id = s.workflow_id and w.active)`.execute(db)
  for (let after = ''; ; ) {
    const rows = await inTransaction(db, undefined, async (tx) => {
      const found = await tx
        .selectFrom('workflows')
        .selectAll()
        .where('active', '=', true)
        .where('org_id', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .execute()
      for (const row of found) await syncTriggers(tx, row)
      return found
    })
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
