import { type Kysely, sql } from 'kysely'

/** A service's table with its stored (not generated) columns. */
export interface CatalogTable {
  schema: string
  name: string
  columns: { name: string; type: string }[]
}

/** Returns the migrations in every booted service's schema, in the order in which they ran. */
export async function findMigrations<DB>(db: Kysely<DB>): Promise<Record<string, string[]>> {
  const { rows: schemas } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where t.relname = 'kysely_migration' and t.relkind = 'r' order by 1`.execute(db)
  const found: Record<string, string[]> = {}
  for (const { schema } of schemas) {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.id(schema, 'kysely_migration')} order by name`.execute(db)
    found[schema] = rows.map(({ name }) => name)
  }
  return found
}

/**
 * Returns the tables of these schemas without generated columns. Leaves out the migration table.
 */
export async function findTables<DB>(
  db: Kysely<DB>,
  schemas: readonly string[],
): Promise<CatalogTable[]> {
  const { rows } = await sql<CatalogTable>`
    select n.nspname as schema, t.relname as name,
      coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attname) filter (where a.attname is not null), '[]') as columns
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    left join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where t.relkind = 'r' and n.nspname = any(${schemas})
      and t.relname not in ('kysely_migration', 'kysely_migration_lock')
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Returns the used sequences of these schemas. */
export async function findSequences<DB>(db: Kysely<DB>, schemas: readonly string[]) {
  const { rows } = await sql<{ schema: string; name: string; last: string }>`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
    where schemaname = any(${schemas}) and last_value is not null order by 1, 2`.execute(db)
  return rows
}

/** Returns the ids of all organisations. */
export async function findOrgs<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from identity.organization order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the foreign keys between these tables and their definitions. */
export async function findForeignKeys<DB>(db: Kysely<DB>, schemas: readonly string[]) {
  const { rows } = await sql<{ schema: string; table: string; name: string; definition: string }>`
    select n.nspname as schema, t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where c.contype = 'f' and n.nspname = any(${schemas}) order by 1, 2, 3`.execute(db)
  return rows
}

/** Returns the names of the services that use this database, except this connection. */
export async function findSessions<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'atrium-%'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
