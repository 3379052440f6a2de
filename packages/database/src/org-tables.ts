import { type Kysely, sql, type Transaction } from 'kysely'

/** The tables of a service that a column `org_id` assigns to an org. */
export interface OrgTables<DB> {
  /** Deleted with the org, in this order: rows that refer to others first. */
  readonly deleted: ReadonlyArray<keyof DB & string>
  /** Kept beyond the end of the org, each with the reason. */
  readonly kept: Readonly<Partial<Record<keyof DB & string, string>>>
}

/** Deletes every row that the declared tables hold of an org. */
export async function deleteOrgRows<DB>(
  tx: Transaction<DB>,
  { deleted }: OrgTables<DB>,
  orgId: string,
): Promise<void> {
  for (const table of deleted) await sql`delete from ${sql.table(table)} where org_id = ${orgId}`.execute(tx)
}

/** The undeclared tables of a schema with a column `org_id`, and the declared ones without it. */
export async function checkOrgTables<DB>(
  db: Kysely<DB>,
  { deleted, kept }: OrgTables<DB>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where table_schema = current_schema() and column_name = 'org_id' and table_type = 'BASE TABLE'
    order by table_name`.execute(db)
  const present = new Set(rows.map(({ name }) => name))
  const declared = new Set<string>([...deleted, ...Object.keys(kept)])
  return [
    ...[...present].filter((name) => !declared.has(name)).map((name) => `${name} is not declared`),
    ...[...declared].filter((name) => !present.has(name)).map((name) => `${name} has no column org_id`),
  ]
}
