import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table invoices add column overdue_announced_at timestamptz(3)`,
  // Otherwise the first start would announce every overdue invoice, however old.
  sql`update invoices set overdue_announced_at = now() where status = 'open' and due_date < now()`,
  sql`create index invoices_to_announce on invoices (due_date)
    where status = 'open' and overdue_announced_at is null
      and total_amount_cents > credited_cents + recorded_cents`,
]

/** When an invoice was announced as overdue, so it is announced once. */
export const overdueAnnouncements: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
