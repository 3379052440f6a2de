import type { BlobFacts, StoreArea } from '@atrium/blob-store'
import { type Kysely, sql } from 'kysely'
import { type OrphanSearch, oldBlobs } from './old-blobs.ts'

/** Files per query. */
const atOnce = 1_000

/** Exports are found by their rows only, and expire by themselves. */
export type ReferencedArea = Exclude<StoreArea, 'exports'>

/** The table with the references to each area's files. */
const tables: Readonly<Record<ReferencedArea, string>> = {
  transcripts: 'workflow.agent_transcript_files',
  files: 'workflow.item_files',
}

/**
 * Yields an organisation's old files in an area that no row names. A row is written before its
 * file, so a file without a row is an orphan.
 */
export async function* findAreaOrphans<DB>(
  db: Kysely<DB>,
  area: ReferencedArea,
  search: OrphanSearch,
): AsyncGenerator<BlobFacts> {
  for await (const files of oldBlobs(search, atOnce))
    yield* await withoutRow(db, area, search.orgId, files)
}

async function withoutRow<DB>(
  db: Kysely<DB>,
  area: ReferencedArea,
  orgId: string,
  files: BlobFacts[],
) {
  const keys = files.map(({ key }) => key)
  const { rows } = await sql<{ key: string }>`
    select key from ${sql.table(tables[area])}
    where org_id = ${orgId} and key = any(${keys}::text[])`.execute(db)
  const named = new Set(rows.map(({ key }) => key))
  return files.filter(({ key }) => !named.has(key))
}
