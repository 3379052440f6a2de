import { commonErrors } from '@atrium/contracts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { OrgTables } from './org-tables.ts'

/** A table's share in the export of an organisation, or of a user. */
export interface ExportedTable<Owner = string> {
  /** The condition for the owner's rows. By default the organisation in the column `org_id`. */
  readonly rows?: (owner: Owner) => RawBuilder<unknown>
  /** Columns with secrets, and columns that tell people nothing. */
  readonly without?: readonly string[]
  /** Exported columns that have a secret's name but hold no secret. */
  readonly harmless?: readonly string[]
}

/** How a service's tables are exported. Every table of `OrgTables` is in exactly one of the lists. */
export interface ExportTables {
  readonly exported: Readonly<Record<string, ExportedTable>>
  /** The tables that are not exported. Each has the reason. */
  readonly left: Readonly<Record<string, string>>
}

/** A user and the organisations that the user belongs to now. */
export interface ExportedUser {
  readonly userId: string
  readonly orgIds: readonly string[]
}

/** What a user's own export holds of a service. */
export type UserExportTables = Readonly<
  Record<string, ExportedTable<ExportedUser> & Required<Pick<ExportedTable<ExportedUser>, 'rows'>>>
>

export interface ExportPage {
  readonly table: string
  /** JSON lines, or a part of one if the line is too long for a page. */
  readonly text: string
  /** Null at the end of the last table. */
  readonly next: string | null
}

const mostRows = 500
// A page fits into one bus message of 1 MB, even if every character is escaped.
const mostBytes = 256 * 1024
const sliceCharacters = 64 * 1024

const cursorShape = z.strictObject({
  table: z.string(),
  /** The key of the last row that was read completely. */
  after: z.array(z.string()).nullable(),
  limit: z.int().min(1).max(mostRows),
  /** How much of the next row was read already, in characters, and the digest of that row. */
  offset: z.int().min(0),
  digest: z.string().nullable(),
})
type Cursor = z.infer<typeof cursorShape>

const startTable = (table: string): Cursor => ({
  table,
  after: null,
  limit: mostRows,
  offset: 0,
  digest: null,
})

/**
 * Returns the next page of an organisation's rows, table after table, in the order of the primary
 * keys. Throws `unavailable` if a long row changed between two of its pages.
 */
export const readExportPage = <DB>(
  db: Kysely<DB>,
  { exported }: ExportTables,
  { orgId, cursor }: { orgId: string; cursor: string | null },
): Promise<ExportPage> =>
  readPage(db, exported, {
    cursor,
    rows: ({ rows }) => rows?.(orgId) ?? sql`t.org_id = ${orgId}`,
  })

/** Returns the next page of a user's rows, like {@link readExportPage}. */
export const readUserExportPage = <DB>(
  db: Kysely<DB>,
  tables: UserExportTables,
  { cursor, ...user }: ExportedUser & { cursor: string | null },
): Promise<ExportPage> => readPage(db, tables, { cursor, rows: ({ rows }) => rows(user) })

async function readPage<DB, Table extends Pick<ExportedTable, 'without'>>(
  db: Kysely<DB>,
  exported: Readonly<Record<string, Table>>,
  { cursor, rows }: { cursor: string | null; rows: (table: Table) => RawBuilder<unknown> },
): Promise<ExportPage> {
  const names = Object.keys(exported)
  const at = cursor === null ? startTable(names[0] ?? '') : cursorShape.parse(JSON.parse(cursor))
  const table = exported[at.table]
  if (table === undefined) throw new TypeError(`${at.table} is not exported`)
  const lines = await readLines(db, { at, rows: rows(table), without: table.without ?? [] })
  const [first] = lines
  if (first === undefined) {
    const following = names[names.indexOf(at.table) + 1]
    const next = following === undefined ? null : JSON.stringify(startTable(following))
    return { table: at.table, text: '', next }
  }
  if (at.offset > 0 && first.digest !== at.digest)
    throw commonErrors.unavailable({ message: 'A record changed during the export. Try again.' })
  const page = (text: string, place: Partial<Cursor>) => ({
    table: at.table,
    text,
    next: JSON.stringify({ ...at, offset: 0, digest: null, ...place }),
  })
  if (first.slice !== null) {
    const read = at.offset + sliceCharacters
    return read < first.characters
      ? page(first.slice, { offset: read, digest: first.digest })
      : page(`${first.slice}\n`, { after: first.key, limit: 1 })
  }
  const after = lines.at(-1)?.key ?? null
  // The next page reads few rows if these were long, because it may keep only few of them.
  const limit = Math.min(mostRows, lines.length * 2)
  return page(lines.map(({ line }) => `${line}\n`).join(''), { after, limit })
}

interface Line {
  key: string[]
  line: string
  /** Set if the row does not fit into a page. */
  slice: string | null
  characters: number
  digest: string
}

async function readLines<DB>(
  db: Kysely<DB>,
  {
    at,
    rows: owned,
    without,
  }: { at: Cursor; rows: RawBuilder<unknown>; without: readonly string[] },
): Promise<readonly Line[]> {
  const key = await readPrimaryKey(db, at.table)
  const columns = key.map(({ name }) => sql`t.${sql.ref(name)}`)
  const after =
    at.after === null
      ? sql`true`
      : sql`(${sql.join(columns)}) > (${sql.join(
          key.map(({ type }, place) => sql`${at.after?.[place]}::text::${sql.raw(type)}`),
        )})`
  const { rows } = await sql<Line>`
    with page as materialized (
      select (to_jsonb(t) - ${without}::text[])::text as line,
        array[${sql.join(columns.map((column) => sql`${column}::text`))}] as key,
        row_number() over (order by ${sql.join(columns)}) as position
      from ${sql.table(at.table)} t
      where (${owned}) and ${after}
      order by ${sql.join(columns)} limit ${at.limit}),
    sized as (
      select *, sum(octet_length(line)) over (order by position) as total from page)
    select key, char_length(line) as characters, md5(line) as digest,
      case when octet_length(line) <= ${mostBytes} then line else '' end as line,
      case when octet_length(line) > ${mostBytes}
        then substr(line, ${at.offset + 1}::int, ${sliceCharacters}::int) end as slice
    from sized where position = 1 or total <= ${mostBytes} order by position`.execute(db)
  return rows
}

/** Returns the columns of a table's primary key with their types, in the order of the key. */
async function readPrimaryKey<DB>(db: Kysely<DB>, table: string) {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type
    from pg_index join pg_class on pg_class.oid = indrelid
      cross join unnest(indkey) with ordinality as part (number, place)
      join pg_attribute on attrelid = indrelid and attnum = part.number
    where indisprimary and relname = ${table} and relnamespace = current_schema()::regnamespace
    order by place`.execute(db)
  if (rows.length === 0) throw new TypeError(`${table} has no primary key`)
  return rows
}

const looksSecret =
  /token|secret|hash|seal|cipher|crypt|passw|verifier|digest|fingerprint|signature|(^|_)lease(_|$)|^key$|session|private|backup|search|folded/i

/**
 * Returns what the export lists of a service lack: an organisation's table in neither list, and
 * what {@link checkExportedColumns} finds.
 */
export async function checkExportTables<DB>(
  db: Kysely<DB>,
  { deleted, kept }: OrgTables<DB>,
  { exported, left }: ExportTables,
): Promise<readonly string[]> {
  const unlisted = [...deleted, ...Object.keys(kept)].filter(
    (table) => Number(table in exported) + Number(table in left) !== 1,
  )
  return [
    ...unlisted.map((table) => `${table} is not in exactly one list`),
    ...(await checkExportedColumns(db, exported)),
  ]
}

/**
 * Returns the listed tables and columns that do not exist, tables without a primary key, and
 * exported columns with a secret's name.
 */
export async function checkExportedColumns<DB>(
  db: Kysely<DB>,
  exported: Readonly<Record<string, Pick<ExportedTable, 'without' | 'harmless'>>>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema()`.execute(db)
  const present = Map.groupBy(rows, ({ table }) => table)
  const problems: string[] = []
  for (const [table, { without = [], harmless = [] }] of Object.entries(exported)) {
    const columns = (present.get(table) ?? []).map(({ column }) => column)
    if (columns.length === 0) problems.push(`${table} does not exist`)
    else await readPrimaryKey(db, table).catch((error: Error) => problems.push(error.message))
    for (const column of [...without, ...harmless])
      if (!columns.includes(column)) problems.push(`${table}.${column} does not exist`)
    for (const column of columns)
      if (looksSecret.test(column) && !without.includes(column) && !harmless.includes(column))
        problems.push(`${table}.${column} looks like a secret`)
  }
  return problems
}
