import type { TranscriptEntry } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import type { AgentRunRow } from './agent-runs.db.ts'

/** Characters of a page; it holds one part at least. */
const pageSize = 1_000_000
const mostParts = 500

/** Adds entries to the transcript of a locked run. */
export const insertTranscript = async (
  tx: Transaction,
  { id, org_id, attempt, transcript_next }: AgentRunRow,
  entries: number,
  body: string,
): Promise<void> =>
  void (await tx
    .insertInto('agent_transcripts')
    .values({ run_id: id, org_id, attempt, first: transcript_next, entries, size: body.length, body })
    .execute())

/** The entries of a transcript from a place on, up to a page of them. */
export async function transcriptPage(
  db: Db,
  { id, org_id }: Pick<AgentRunRow, 'id' | 'org_id'>,
  attempt: number,
  from: number,
): Promise<TranscriptEntry[]> {
  const { rows } = await sql<{ first: number; body: string }>`
    with parts as (
      select first, size, body from agent_transcripts
      where run_id = ${id} and org_id = ${org_id} and attempt = ${attempt} and first >= coalesce((
        select max(first) from agent_transcripts
        where run_id = ${id} and attempt = ${attempt} and first <= ${from}), 0)
        and first + entries > ${from}
      order by first limit ${mostParts}),
    summed as (select first, body, sum(size) over (order by first) - size as before from parts)
    select first, body from summed where before < ${pageSize} order by first`.execute(db)
  return rows.flatMap(({ first, body }) => {
    const entries = JSON.parse(body) as TranscriptEntry[]
    return first < from ? entries.slice(from - first) : entries
  })
}
