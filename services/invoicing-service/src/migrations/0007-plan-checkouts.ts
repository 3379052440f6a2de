import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const planCheckoutsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table plan_checkouts (
      org_id text primary key,
      id text not null,
      request text,
      session_id text unique,
      account_id text,
      url text,
      completed_at timestamptz(3),
      expires_at timestamptz(3) not null
    )`.execute(db)
  },
}
