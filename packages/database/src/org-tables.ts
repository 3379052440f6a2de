import { type Kysely, sql, type Transaction } from 'kysely'

/** A service's tables with an `org_id` column. */
export interface OrgTables<DB> {
  /** Deleted with the organisation, in this order. Referencing rows come first. */
  readonly deleted: ReadonlyArray<keyof DB & string>
  /** Kept after the organisation is deleted. Each table has the reason. */
  readonly kept: Readonly<Partial<Record<keyof DB & string, string>>>
}

/** Deletes an organisation's rows from the declared tables. */
export async function deleteOrgRows<DB>(
  tx: Transaction<DB>,
  { deleted }: OrgTables<DB>,
  orgId: string,
): Promise<void> {
  for (const table of deleted)
    await sql`delete from ${sql.table(table)} where org_id = ${orgId}`.execute(tx)
}

/**
 * Returns the schema's undeclared tables with an `org_id` column, and the declared ones that lack
 * it.
 */
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
    ...[...declared]
      .filter((name) => !present.has(name))
      .map((name) => `${name} has no column org_id`),
  ]
}
