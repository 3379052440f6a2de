import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { platformMigration } from './platform-migration.ts'

/** Migrations by name; names sort in the order of running: `0001-…`. */
export type Migrations = Readonly<Record<string, Migration>>

export class MigrationError extends Error {
  constructor(name: string, cause: unknown) {
    super(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'MigrationError'
  }
}

/**
 * Applies what is pending in `schema`, in one transaction under PostgreSQL's advisory lock, so that replicas
 * may boot at once and a failure leaves everything as it was. Takes as long as it takes: a statement's usual
 * limit of 30 s does not apply. Returns the names that ran.
 *
 * Throws `MigrationError`.
 */
export async function migrate<T>(db: Kysely<T>, schema: string, migrations: Migrations): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await applyPending(connection, schema, migrations)
    } finally {
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
    }
  })
}

async function applyPending<T>(db: Kysely<T>, schema: string, migrations: Migrations): Promise<string[]> {
  // Asking for a schema that exists takes the right to create one, which a service's own role does not have.
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db)
  if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(db).catch(ignoreConcurrentCreate)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ '0000-platform': platformMigration, ...migrations }) },
    migrationTableSchema: schema,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    throw new MigrationError(results?.find((r) => r.status === 'Error')?.migrationName ?? schema, error)
  }
  return (results ?? []).map((result) => result.migrationName)
}

// Two replicas may both find the schema missing; the loser gets a unique violation on the catalog.
function ignoreConcurrentCreate(error: unknown): void {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code !== '23505' && code !== '42P06') throw error
}
