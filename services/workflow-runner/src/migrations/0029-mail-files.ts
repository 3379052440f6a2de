import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table mail_files (
    mail_key text not null,
    place int not null,
    org_id text not null,
    file_id text not null,
    primary key (mail_key, place)
  )`,
  sql`create index mail_files_of_org on mail_files (org_id)`,
  sql`create index mail_files_of_file on mail_files (file_id)`,
]

export const mailFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
