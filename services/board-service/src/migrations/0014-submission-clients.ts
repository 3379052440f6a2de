import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The network that a submission came from, so that limits count visitors and not all of them together. */
export const submissionClients: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table submissions add column client text`.execute(db)
  },
}
