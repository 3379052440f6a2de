import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { readErrorCode } from './database-error.ts'
import { platformMigration } from './platform-migration.ts'

/** Migrations by name. They run in name order: `0001-…`. */
export type Migrations = Readonly<Record<string, Migration>>

export class MigrationError extends Error {
  constructor(name: string, cause: unknown) {
    super(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'MigrationError'
  }
}

/**
 * Applies the pending migrations in one transaction under an advisory lock, so replicas may boot
 * together. There is no statement timeout. Returns the names of the applied migrations. Throws
 * `MigrationError`.
 */
export async function migrate<T>(
  db: Kysely<T>,
  schema: string,
  migrations: Migrations,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await applyPending(connection, schema, migrations)
    } finally {
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
    }
  })
}

async function applyPending<T>(
  db: Kysely<T>,
  schema: string,
  migrations: Migrations,
): Promise<string[]> {
  // `create schema if not exists` needs the right to create schemas, which a service's own role
  // lacks.
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db)
  if (rows.length === 0)
    await sql`create schema ${sql.id(schema)}`.execute(db).catch(ignoreConcurrentCreate)
  const all = { '0000-platform': platformMigration, ...migrations }
  await requireKnownHistory(db, schema, Object.keys(all))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => all },
    migrationTableSchema: schema,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    throw new MigrationError(
      results?.find((r) => r.status === 'Error')?.migrationName ?? schema,
      error,
    )
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** Throws if the schema has a migration unknown to this release, and says what to do. */
async function requireKnownHistory<T>(
  db: Kysely<T>,
  schema: string,
  names: readonly string[],
): Promise<void> {
  const { rows: tables } = await sql`
    select from pg_tables where schemaname = ${schema} and tablename = 'kysely_migration'`.execute(
    db,
  )
  if (tables.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.id(schema, 'kysely_migration')} order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  const unknown = applied.find((name) => !names.includes(name))
  if (unknown === undefined) return
  // A service's own first migration is its baseline. Every release has applied it.
  const baseline = names[1]
  if (baseline !== undefined && !applied.includes(baseline)) {
    throw new Error(
      `The schema ${schema} is from before the first release and cannot be updated. Use an empty database. If you use npm start, "npm start -- --fresh" deletes the old data.`,
    )
  }
  throw new Error(
    `The schema ${schema} has the migration ${unknown} of a later release. Start that release, or restore a backup of this release into an empty database.`,
  )
}

// Two replicas may both find the schema missing. The second one then gets a unique violation on the
// catalog.
function ignoreConcurrentCreate(error: unknown): void {
  if (!['23505', '42P06'].includes(readErrorCode(error))) throw error
}
