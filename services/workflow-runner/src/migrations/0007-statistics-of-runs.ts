import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Runs and node runs arrive in bursts and are deleted by age. Autovacuum therefore analyzes after 2
 * % of changes instead of 10 %, and vacuums after 2 % instead of 20 %, even after inserts only. The
 * planner then knows the size of a full queue.
 */
export const statisticsOfRuns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['runs', 'node_runs', 'webhook_deliveries']) {
      await sql`alter table ${sql.table(table)} set (
        autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500,
        autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
        autovacuum_vacuum_insert_scale_factor = 0.05)`.execute(db)
    }
  },
}
