import type { PlatformTables } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import { CommandError } from '../command.ts'

/** Returns the schemas with dead letters by name, one per booted service. */
export async function findServices(db: Kysely<PlatformTables>): Promise<string[]> {
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where t.relname = 'dead_letters' and t.relkind = 'r'
      and exists (select from pg_class o where o.relnamespace = n.oid and o.relname = 'outbox')
    order by n.nspname`.execute(db)
  return rows.map(({ schema }) => schema)
}

/**
 * Returns the schema for a schema or service name. Throws a CommandError that lists the services.
 */
export async function findService(db: Kysely<PlatformTables>, name: string): Promise<string> {
  const services = await findServices(db)
  const schema = [name, name.replace(/-(service|runner)$/, '')].find((each) =>
    services.includes(each),
  )
  if (schema !== undefined) return schema
  const serviceList = services.length === 0 ? 'has no service yet' : `has ${services.join(', ')}`
  throw new CommandError(`There is no service ${name}; this database ${serviceList}`)
}
