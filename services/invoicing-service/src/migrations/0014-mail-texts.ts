import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // What a mail says, until the invoice's history has it.
  sql`alter table invoice_mails add column subject text, add column body text`,
  sql`alter table reminder_settings add column texts jsonb not null default '[]'`,
  sql`alter table invoices add column reminders_paused boolean not null default false`,
]

/** Copies of mails, an organisation's own reminder texts, and paused reminders. */
export const mailTexts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
