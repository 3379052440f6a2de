import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table estimate_history (
    id text primary key,
    org_id text not null,
    estimate_id text not null references estimates on delete cascade,
    kind text not null,
    detail jsonb not null default '{}',
    author jsonb not null,
    created_at timestamptz(3) not null default now()
  )`,
  sql`create index estimate_history_estimate on estimate_history (estimate_id, created_at, id)`,
  // What earlier estimates still tell about their past. Who wrote and sent them is not known.
  sql`insert into estimate_history (id, org_id, estimate_id, kind, detail, author, created_at)
    select 'tle_' || replace(gen_random_uuid()::text, '-', ''), e.org_id, e.id, known.kind,
      jsonb_strip_nulls(known.detail), jsonb_build_object('type', 'agent', 'id', known.agent), known.at
    from estimates e cross join lateral (values
      ('drafted', '{}'::jsonb, 'invoicing', e.created_at),
      ('sent', jsonb_build_object('number', e.number), 'invoicing', e.sent_at),
      ('accepted', jsonb_build_object('name', e.accepted_by), 'customer', e.accepted_at),
      ('declined', jsonb_build_object('reason', e.decline_reason), 'customer', e.declined_at),
      ('invoiced', jsonb_build_object('invoiceId', e.invoice_id), 'invoicing',
        case when e.invoice_id is not null then e.updated_at end)
    ) as known (kind, detail, agent, at)
    where known.at is not null`,
]

/** The events of estimates, with their authors. */
export const estimateHistory: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
