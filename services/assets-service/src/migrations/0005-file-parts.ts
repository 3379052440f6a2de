import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Parts of files from other services, stored until the last part arrives. Each part may reach a
 * different replica.
 */
export const fileParts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table file_parts (
      org_id text not null,
      file text not null,
      at_byte integer not null,
      bytes bytea not null,
      received_at timestamptz(3) not null default now(),
      primary key (org_id, file, at_byte)
    )`.execute(db)
    await sql`create index file_parts_received on file_parts (received_at)`.execute(db)
  },
}
