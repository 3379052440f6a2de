import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type BackupManifest, tablePath } from './backup-folder.ts'
import {
  type CatalogTable,
  findMigrations,
  findOrgs,
  findSequences,
  findTables,
} from './catalog.db.ts'

const rowsAtOnce = 200

type Dumped = Pick<BackupManifest, 'createdAt' | 'migrations' | 'tables' | 'sequences'> & {
  orgs: string[]
}

/**
 * Writes a snapshot of every service table, one file per table. Each line is a JSON array of the
 * columns' text forms, ordered by column name. Calls `progress` with each table.
 */
export function dumpDatabase<DB>(
  db: Kysely<DB>,
  folder: string,
  progress: (table: string) => void,
): Promise<Dumped> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // `now()` is the transaction's start. The first query takes the snapshot, so the snapshot
      // holds everything committed before.
      const { rows } = await sql<{ at: Date }>`select now() as at`.execute(tx)
      const createdAt = (rows[0]?.at ?? new Date(0)).toISOString()
      await portableText(tx)
      const migrations = await findMigrations(tx)
      const schemas = Object.keys(migrations)
      const tables: BackupManifest['tables'] = []
      for (const table of await findTables(tx, schemas)) {
        const { schema, name } = table
        progress(`${schema}.${name}`)
        const rows = await dumpTable(tx, table, tablePath(folder, table))
        tables.push({ schema, name, columns: table.columns.map((column) => column.name), rows })
      }
      const orgs = schemas.includes('identity') ? await findOrgs(tx) : []
      return { createdAt, migrations, tables, sequences: await findSequences(tx, schemas), orgs }
    })
}

/** Makes text forms independent of the server's settings and turns statement timeouts off. */
export async function portableText<DB>(tx: Transaction<DB>): Promise<void> {
  for (const [name, value] of [
    ['statement_timeout', '0'],
    ['idle_in_transaction_session_timeout', '0'],
    ['lock_timeout', '60s'],
    ['bytea_output', 'hex'],
    ['datestyle', 'ISO, YMD'],
    ['intervalstyle', 'postgres'],
    ['extra_float_digits', '1'],
    ['timezone', 'UTC'],
  ]) {
    await sql`select set_config(${name}, ${value}, true)`.execute(tx)
  }
}

async function dumpTable<DB>(
  tx: Transaction<DB>,
  table: CatalogTable,
  path: string,
): Promise<number> {
  let rows = 0
  async function* lines() {
    const columns = table.columns.map(({ name }) => sql`${sql.ref(name)}::text`)
    await sql`declare dumped no scroll cursor for select array_to_json(array[${sql.join(columns)}]::text[])::text as line
      from ${sql.id(table.schema, table.name)}`.execute(tx)
    for (;;) {
      const batch = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from dumped`.execute(
        tx,
      )
      for (const { line } of batch.rows) yield `${line}\n`
      rows += batch.rows.length
      if (batch.rows.length < rowsAtOnce) break
    }
    await sql`close dumped`.execute(tx)
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { mode: 0o600 }))
  return rows
}
