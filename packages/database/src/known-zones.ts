import { type Kysely, sql } from 'kysely'

/** Returns a time zone as SQL can use it: UTC for one that PostgreSQL does not know. */
export type ReadKnownZone = <DB>(db: Kysely<DB>, zone: string) => Promise<string>

interface Log {
  warn(fields: object, message: string): void
}

const listNames = async <DB>(db: Kysely<DB>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from pg_timezone_names`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Reads the names of PostgreSQL once for a process. JavaScript knows names that PostgreSQL refuses in `at time zone`, or
 * takes for an abbreviation of another zone, because the two have their own lists. Each unknown name is logged once.
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
