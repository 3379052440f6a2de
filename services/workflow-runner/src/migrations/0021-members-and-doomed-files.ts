import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table agent_run_members (
    org_id text not null,
    user_id text not null,
    away boolean not null,
    since timestamptz(3) not null,
    primary key (org_id, user_id)
  )`,
  sql`alter table agent_transcript_files add column deleted_at timestamptz(3)`,
  // A transcript gets another file as soon as its file is doomed.
  sql`alter table agent_transcript_files drop constraint agent_transcript_files_run_id_attempt_key`,
  sql`create unique index agent_transcript_files_of_attempt on agent_transcript_files (run_id, attempt)
    where state <> 'doomed'`,
  sql`create index agent_transcript_files_unkept on agent_transcript_files (key) where state <> 'kept'`,
]

/** Users who left an organisation, and transcript files that are deleted twice. */
export const membersAndDoomedFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
