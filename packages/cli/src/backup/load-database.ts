import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { commonErrors } from '@atrium/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { CommandError } from '../command.ts'
import { type BackupManifest, tablePath } from './backup-folder.ts'
import { type CatalogTable, findForeignKeys, findMigrations, findTables } from './catalog.db.ts'
import { portableText } from './dump-database.ts'

const rowsAtOnce = 500
const charactersAtOnce = 4_000_000

/**
 * Replaces the rows of the services' tables with those of a backup in one transaction. Checks
 * foreign keys at the end and runs no triggers. Throws a CommandError if the services' version
 * differs from the backup's.
 */
export function loadDatabase<DB>(
  db: Kysely<DB>,
  folder: string,
  manifest: BackupManifest,
  progress: (table: string) => void,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await portableText(tx)
    const schemas = Object.keys(manifest.migrations)
    requireSameVersion(manifest, await findMigrations(tx))
    const tables = await findTables(tx, schemas)
    requireSameTables(manifest, tables)
    const keys = await findForeignKeys(tx, schemas)
    for (const { schema, table, name } of keys) {
      await sql`alter table ${sql.id(schema, table)} drop constraint ${sql.id(name)}`.execute(tx)
    }
    for (const table of tables)
      await sql`alter table ${toSqlId(table)} disable trigger user`.execute(tx)
    if (tables.length > 0)
      await sql`truncate ${sql.join(tables.map(toSqlId))} restart identity`.execute(tx)
    for (const table of tables) {
      progress(`${table.schema}.${table.name}`)
      await loadTable(tx, table, folder, manifest)
    }
    for (const { schema, name, last } of manifest.sequences) {
      await sql`select setval(${`${quote(schema)}.${quote(name)}`}::regclass, ${last}::bigint)`.execute(
        tx,
      )
    }
    for (const table of tables)
      await sql`alter table ${toSqlId(table)} enable trigger user`.execute(tx)
    for (const { schema, table, name, definition } of keys) {
      await sql`alter table ${sql.id(schema, table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
    }
  })
}

const toSqlId = ({ schema, name }: CatalogTable) => sql.id(schema, name)
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

function requireSameVersion(manifest: BackupManifest, present: Record<string, string[]>): void {
  for (const [schema, migrations] of Object.entries(manifest.migrations)) {
    const there = present[schema]
    if (there === undefined) {
      throw new CommandError(
        `This database has no ${schema} yet. Start the platform on it once, then restore.`,
      )
    }
    const added = there.find((name) => !migrations.includes(name))
    const missing = migrations.find((name) => !there.includes(name))
    if (added !== undefined && missing !== undefined) {
      throw new CommandError(
        `The ${schema} of this database or of the backup is from before the first release (${missing})`,
      )
    }
    if (added !== undefined || missing !== undefined) {
      const side = added === undefined ? 'older' : 'newer'
      throw new CommandError(
        `The ${schema} of this database is ${side} than that of the backup (${added ?? missing})`,
      )
    }
  }
}

function requireSameTables(manifest: BackupManifest, tables: readonly CatalogTable[]): void {
  const signature = (
    { schema, name }: { schema: string; name: string },
    columns: readonly string[],
  ) => `${schema}.${name}(${columns.toSorted().join()})`
  const kept = manifest.tables.map((table) => signature(table, table.columns)).toSorted()
  const present = tables
    .map((table) =>
      signature(
        table,
        table.columns.map(({ name }) => name),
      ),
    )
    .toSorted()
  const other = [...kept, ...present].find((each) => kept.includes(each) !== present.includes(each))
  if (other !== undefined) throw new CommandError(`The backup has other tables: ${other}`)
}

async function loadTable<DB>(
  tx: Transaction<DB>,
  table: CatalogTable,
  folder: string,
  { tables }: BackupManifest,
): Promise<void> {
  const kept = tables.find(({ schema, name }) => schema === table.schema && name === table.name)
  if (kept === undefined || kept.columns.length === 0) return
  const columnTypes = new Map(table.columns.map(({ name, type }) => [name, type]))
  // The types come from this database's catalog, never from the backup.
  const values = kept.columns.map(
    (name, at) => sql`(line ->> ${sql.lit(at)})::${sql.raw(columnTypes.get(name) ?? 'text')}`,
  )
  const columns = sql.join(kept.columns.map((name) => sql.id(name)))
  const insert = async (lines: readonly string[]): Promise<void> => {
    if (lines.length === 0) return
    await sql`insert into ${toSqlId(table)} (${columns}) overriding system value
      select ${sql.join(values)} from json_array_elements(${`[${lines.join()}]`}::json) as line`.execute(
      tx,
    )
  }
  let [rows, size] = [0, 0]
  let batch: string[] = []
  for await (const line of readLines(tablePath(folder, table))) {
    batch.push(line)
    rows += 1
    size += line.length
    if (batch.length < rowsAtOnce && size < charactersAtOnce) continue
    await insert(batch)
    batch = []
    size = 0
  }
  await insert(batch)
  if (rows !== kept.rows) {
    const name = `${table.schema}.${table.name}`
    throw commonErrors.internal({
      message: `The backup has ${rows} rows of ${name} instead of ${kept.rows}`,
    })
  }
}

/** Yields the lines of a compressed file. Throws if the file is missing, truncated or damaged. */
async function* readLines(path: string): AsyncGenerator<string> {
  const bytes = pipeline(createReadStream(path), createGunzip(), () => {})
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  for await (const chunk of bytes) {
    const lines = decoder.write(chunk as Buffer).split('\n')
    rest.push(lines.shift() ?? '')
    if (lines.length === 0) continue
    yield rest.join('')
    rest = [lines.pop() ?? '']
    yield* lines
  }
  if (rest.join('') !== '')
    throw commonErrors.internal({ message: `${path} ends in the middle of a row` })
}
