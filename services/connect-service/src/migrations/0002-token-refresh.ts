import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const tokenRefreshMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table channels
      add column refresh_lease text,
      add column refresh_lease_until timestamptz(3),
      add column refresh_not_before timestamptz(3)`.execute(db)
    await sql`create index channels_refresh_due on channels (expires_at)
      where status = 'active' and refresh_token is not null and expires_at is not null`.execute(db)
  },
}
