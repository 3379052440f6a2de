import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Settings of orgs and users. A null column stands for the default. */
export const settings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table org_settings (
      org_id text primary key references organization (id) on delete cascade,
      timezone text,
      locale text,
      currency text,
      logo_url text,
      brand_color text
    )`.execute(db)
    await sql`create table user_settings (
      user_id text primary key references "user" (id) on delete cascade,
      notification_email text,
      timezone text,
      locale text,
      theme text check (theme in ('system', 'light', 'dark'))
    )`.execute(db)
  },
}
