import { type Kysely, sql } from 'kysely'

export interface Column {
  readonly type: string
  readonly required?: true
  readonly default?: string
  /** `always` or `by default` for an identity, `stored` or `virtual` for a computed value. */
  readonly generated?: string
}

export interface Table {
  readonly columns: Readonly<Record<string, Column>>
  /** Check, exclusion and foreign key constraints by name. */
  readonly constraints: Readonly<Record<string, string>>
  /** Unique indexes by name, also those of primary keys and unique constraints. */
  readonly unique: Readonly<Record<string, string>>
}

/** The tables of one service. */
export type Tables = Readonly<Record<string, Table>>

/** Reads the columns, constraints and unique indexes of all tables in a schema. */
export async function readTables<DB>(db: Kysely<DB>, schema: string): Promise<Tables> {
  const { rows } = await sql<{ name: string } & Table>`
    select t.relname as name,
      (select json_object_agg(a.attname, json_strip_nulls(json_build_object(
          'type', format_type(a.atttypid, a.atttypmod),
          'required', nullif(a.attnotnull, false),
          'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
          'generated', coalesce(
            case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
            case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end)))
          order by a.attname)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_object_agg(c.conname, pg_get_constraintdef(c.oid) order by c.conname), '{}')
        from pg_constraint c where c.conrelid = t.oid and c.contype in ('c', 'x', 'f')) as constraints,
      (select coalesce(json_object_agg(u.relname,
          regexp_replace(pg_get_indexdef(u.oid), '^.* USING btree ', '') order by u.relname), '{}')
        from pg_index i join pg_class u on u.oid = i.indexrelid
        where i.indrelid = t.oid and i.indisunique) as "unique"
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = ${schema} and t.relkind in ('r', 'p')
      and t.relname not in ('kysely_migration', 'kysely_migration_lock')
    order by 1`.execute(db)
  return Object.fromEntries(
    rows.map(({ name, columns, constraints, unique }) => [name, { columns, constraints, unique }]),
  )
}
