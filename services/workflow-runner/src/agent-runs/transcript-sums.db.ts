import { sql } from 'kysely'
import { countRows } from '../count-alone.db.ts'
import type { Db } from '../database.ts'

export interface TranscriptUsage {
  ofOrg: number
  ofPersons: Map<string, number>
}

export async function transcriptUsage(db: Db, orgId: string): Promise<TranscriptUsage> {
  const { rows } = await sql<{ owner_id: string; bytes: string }>`
    select owner_id, sum(bytes) as bytes from (
      select owner_id, bytes from agent_transcript_sums where org_id = ${orgId}
      union all
      select owner_id, transcript_size from agent_runs
      where org_id = ${orgId} and status in ('claimed', 'running')
    ) as each_sum group by owner_id`.execute(db)
  const ofPersons = new Map(rows.map(({ owner_id, bytes }) => [owner_id, Number(bytes)]))
  return { ofOrg: [...ofPersons.values()].reduce((sum, bytes) => sum + bytes, 0), ofPersons }
}

/**
 * Returns the next organisation id after `after` with runs or transcript sums, or null after the
 * last one.
 */
export async function nextOrgWithTranscripts(db: Db, after: string): Promise<string | null> {
  const { rows } = await sql<{ org_id: string | null }>`
    select least((select min(org_id) from agent_runs where org_id > ${after}),
      (select min(org_id) from agent_transcript_sums where org_id > ${after})) as org_id`.execute(
    db,
  )
  return rows[0]?.org_id ?? null
}

/** Counts users whose stored sum differs from their runs, in one database snapshot. */
export const differingTranscriptSums = (db: Db, orgId: string): Promise<number> =>
  countRows(db, sql`select from differing_transcript_sums(${orgId})`)

export const repairTranscriptSums = async (db: Db, orgId: string): Promise<void> =>
  void (await sql`select repair_transcript_sums(${orgId})`.execute(db))
