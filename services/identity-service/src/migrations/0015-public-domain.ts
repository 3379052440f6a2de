import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// One organisation at most has a domain, so a request's host names one organisation.
export const publicDomain: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table org_settings add column public_domain text unique`.execute(db)
  },
}
