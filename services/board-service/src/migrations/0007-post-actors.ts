import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the user who approved a post. Posts that are or were approved get their owner. */
export const postActors: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table posts add column actor_id text`.execute(db)
    await sql`update posts p set actor_id = t.owner_id from tasks t
      where t.id = p.task_id and t.status not in ('draft', 'handed_off', 'posted_by_hand')`.execute(
      db,
    )
  },
}
