import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const approvals = sql`
  -- No foreign key to runs, because retention deletes these rows with the run.
  create table approvals (
    id text primary key,
    org_id text not null,
    workflow_id text not null,
    run_id text not null,
    node_id text not null,
    asked_id text not null,
    asked_name text not null,
    asked_email text not null,
    message text not null,
    items jsonb not null,
    item_count int not null,
    token_hash text not null,
    outcome text check (outcome in ('approved', 'declined', 'expired')),
    note text,
    decided_at timestamptz(3),
    -- True once the run has been queued for this outcome.
    woken boolean not null default false,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    constraint approvals_of_node unique (run_id, node_id)
  );
  create index approvals_by_asked on approvals (org_id, asked_id, id desc);
  create index approvals_by_workflow on approvals (org_id, workflow_id, id desc);
  create index approvals_unheard on approvals (run_id) where outcome is not null and not woken;
`

export const approvalTables: Migration = {
  async up(db: Kysely<unknown>) {
    await approvals.execute(db)
  },
}
