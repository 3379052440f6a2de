import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const packedNodeRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      -- All node runs of an ended run in one row, which PostgreSQL compresses.
      create table packed_node_runs (
        run_id text primary key,
        nodes jsonb not null
      );
      create view all_node_runs as
        select run_id, node_id, position, name, type, status, skip_reason, items_in, items_out, outputs,
          message, error, fix, incomplete, usage, signal_samples, sample, started_at, finished_at
        from node_runs
        union all
        select p.run_id, n.* from packed_node_runs p cross join lateral jsonb_to_recordset(p.nodes) as n (
          node_id text, position int, name text, type text, status text, skip_reason text, items_in int,
          items_out int, outputs jsonb, message text, error text, fix jsonb, incomplete boolean, usage jsonb,
          signal_samples jsonb, sample jsonb, started_at timestamptz, finished_at timestamptz)`.execute(
      db,
    )
  },
}
