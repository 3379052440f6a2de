import { sql } from 'kysely'
import { lockAlone } from '../count-alone.db.ts'
import type { Db, Transaction } from '../database.ts'

export const insertHookSecret = async (
  tx: Transaction,
  row: { id: string; org_id: string; secret: string },
): Promise<void> => void (await tx.insertInto('hook_secrets').values(row).execute())

/** Returns the encrypted secret if it belongs to the organisation. */
export const findHookSecret = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('hook_secrets')
    .select('secret')
    .where((eb) => eb.and({ id, org_id: orgId }))
    .executeTakeFirst()

/**
 * Waits for the organisation's transactions that save or delete a graph with a stored secret. A
 * deletion cannot see a copy that another transaction is creating.
 */
export const lockStoredSecrets = (tx: Transaction, orgId: string) =>
  lockAlone(tx, `hook_secrets ${orgId}`)

/**
 * Deletes the secrets unless one of the organisation's graphs names them. A copied workflow keeps
 * its secret this way.
 */
export async function deleteUnnamedSecrets(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await lockStoredSecrets(tx, orgId)
  await sql`
    with named as (
      select distinct m[1] as id
      from (
        select graph::text as graph from workflows where org_id = ${orgId}
        union all
        select graph::text from workflow_versions where org_id = ${orgId}) g,
        regexp_matches(g.graph, '"stored:(hsec_[0-9a-f]{32})"', 'g') as m
      where g.graph like '%"stored:hsec_%')
    delete from hook_secrets
    where org_id = ${orgId} and id = any(${[...ids]}::text[]) and id not in (select id from named)`.execute(
    tx,
  )
}
