import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the network of a submission, so that limits apply per visitor and not to all visitors
 * together.
 */
export const submissionClients: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table submissions add column client text`.execute(db)
  },
}
