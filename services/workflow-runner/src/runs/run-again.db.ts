import { sql } from 'kysely'
import type { Seeds, Transaction } from '../database.ts'
import type { RunKey } from './runs.db.ts'

export async function findSeeds(
  tx: Transaction,
  { orgId, runId }: RunKey,
): Promise<Seeds | undefined> {
  const row = await tx
    .selectFrom('runs')
    .select('seeds')
    .where((eb) => eb.and({ id: runId, org_id: orgId }))
    .executeTakeFirst()
  return row?.seeds
}

export async function keptTexts(tx: Transaction, { orgId, runId }: RunKey): Promise<string[]> {
  const rows = await tx
    .selectFrom('kept_parts')
    .select('body')
    .where((eb) => eb.and({ run_id: runId, org_id: orgId }))
    .orderBy('part')
    .execute()
  return rows.map(({ body }) => body)
}

/**
 * Stores the snapshot that the new run resumes from, in order, and copies the results of the kept
 * nodes from the earlier run.
 */
export async function saveResumed(
  tx: Transaction,
  { orgId, runId }: Pick<RunKey, 'orgId' | 'runId'>,
  { from, parts, kept }: { from: string; parts: readonly string[]; kept: readonly string[] },
): Promise<void> {
  for (const [part, body] of parts.entries()) {
    await tx
      .insertInto('parked_parts')
      .values({ run_id: runId, part, org_id: orgId, body })
      .execute()
  }
  await sql`
    insert into node_runs
    select (jsonb_populate_record(n, jsonb_build_object('run_id', ${runId}::text))).* from all_node_runs n
    where n.run_id = ${from} and n.node_id = any(${[...kept]}::text[])`.execute(tx)
}
