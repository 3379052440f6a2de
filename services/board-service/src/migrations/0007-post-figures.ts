import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The figures of published posts, and which due posts a run was started for. */
export const postFigures: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table post_metrics (
        task_id text primary key references tasks on delete cascade,
        org_id text not null,
        -- Null until the network has stated figures for the first time.
        items jsonb,
        read_at timestamptz(3),
        next_at timestamptz(3) not null,
        failures int not null default 0
      );
      create index post_metrics_org on post_metrics (org_id);
      alter table posts add column started_for timestamptz(3);
      create index posts_measured on posts (posted_at) where external_id is not null;
      create index tasks_due_posts on tasks (due_date)
        where status = 'reviewed' and destination_scheme = 'automated'`.execute(db)
  },
}
