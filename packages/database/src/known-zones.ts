import { type Kysely, sql } from 'kysely'

/** Returns a time zone for SQL, or UTC if PostgreSQL does not know the zone. */
export type ReadKnownZone = <DB>(db: Kysely<DB>, zone: string) => Promise<string>

interface Log {
  warn(fields: object, message: string): void
}

const listNames = async <DB>(db: Kysely<DB>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{
    name: string
  }>`select lower(name) as name from pg_timezone_names`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Creates a reader that loads PostgreSQL's zone names once per process. JavaScript and PostgreSQL
 * have their own lists: PostgreSQL refuses some JavaScript names in `at time zone`, and takes
 * others for an abbreviation of another zone. Each unknown name is logged once.
 */
export function createZoneReader(logger: Log): ReadKnownZone {
  let names: ReadonlySet<string> | undefined
  const reported = new Set<string>()
  return async (db, zone) => {
    names ??= await listNames(db)
    if (names.has(zone.toLowerCase())) return zone
    if (!reported.has(zone)) {
      reported.add(zone)
      logger.warn({ zone }, '[database] PostgreSQL does not know the time zone, so UTC is used')
    }
    return 'UTC'
  }
}
