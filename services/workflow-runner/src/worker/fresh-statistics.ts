import { sql } from 'kysely'
import type { Db } from '../database.ts'

const tables = ['runs', 'node_runs'] as const
const growth = 1.5
const slackBytes = 512 * 1024

/**
 * Keeps the planner's idea of the tables of runs close to their size. Every statement is planned
 * for the table as it was when last analyzed, and autovacuum looks once a minute: after an import of a hundred
 * thousand runs into an empty table every statement would read all of it until then. The returned function
 * analyzes a table that has grown by half since this process last did; call it every few seconds.
 */
export function createFreshStatistics(db: Db): () => Promise<void> {
  const analyzed = new Map<string, number>()
  return async () => {
    for (const table of tables) {
      const { rows } = await sql<{ bytes: string; known: string }>`
        select pg_relation_size(oid) as bytes, relpages * current_setting('block_size')::bigint as known
        from pg_class where oid = ${table}::regclass`.execute(db)
      const bytes = Number(rows[0]?.bytes ?? 0)
      // An analysis that gave way to autovacuum's lock has taught the planner nothing.
      const learnt = Math.min(analyzed.get(table) ?? 0, Number(rows[0]?.known ?? 0))
      if (bytes <= learnt * growth + slackBytes) continue
      await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
      analyzed.set(table, bytes)
    }
  }
}
