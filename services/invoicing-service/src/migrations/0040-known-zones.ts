import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Replaces time zones that PostgreSQL does not know, because every query that uses one fails. */
export const knownZonesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create temporary table known_zones on commit drop as select name from pg_timezone_names`.execute(
      db,
    )
    for (const table of ['org_time_zones', 'schedules', 'credit_notes']) {
      await sql`update ${sql.ref(table)} set time_zone = 'UTC'
        where lower(time_zone) not in (select lower(name) from known_zones)`.execute(db)
    }
    // The triggers have already counted issued invoices in their zone.
    await sql`update invoices set time_zone = 'UTC'
      where status = 'draft' and lower(time_zone) not in (select lower(name) from known_zones)`.execute(
      db,
    )
  },
}
