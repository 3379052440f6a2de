import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const forgottenAccountsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table forgotten_accounts (
      org_id text not null,
      account_id text not null,
      forgotten_at timestamptz(3) not null default now(),
      primary key (org_id, account_id)
    )`.execute(db)
  },
}
