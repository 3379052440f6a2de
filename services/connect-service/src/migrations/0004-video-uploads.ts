import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const videoUploadsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table video_uploads (
      id text primary key,
      owner_id text not null,
      channel_id text not null references channels (id) on delete cascade,
      network text not null,
      transport text not null check (transport in ('direct', 'relay')),
      session text not null,
      size_bytes bigint not null,
      video_id text,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    )`.execute(db)
    await sql`create index video_uploads_channel on video_uploads (channel_id)`.execute(db)
    await sql`create index video_uploads_expires on video_uploads (expires_at)`.execute(db)
  },
}
