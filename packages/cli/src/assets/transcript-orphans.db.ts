import type { BlobFacts } from '@atrium/blob-store'
import { type Kysely, sql } from 'kysely'
import { type OrphanSearch, oldBlobs } from './old-blobs.ts'

/** Files looked up at once. */
const atOnce = 1_000

/** The old transcript files of an org that no row names; a row names its file before the file is written. */
export async function* findTranscriptOrphans<DB>(
  db: Kysely<DB>,
  search: OrphanSearch,
): AsyncGenerator<BlobFacts> {
  for await (const files of oldBlobs(search, atOnce)) yield* await withoutRow(db, search.orgId, files)
}

async function withoutRow<DB>(db: Kysely<DB>, orgId: string, files: BlobFacts[]): Promise<BlobFacts[]> {
  const keys = files.map(({ key }) => key)
  const { rows } = await sql<{ key: string }>`
    select key from workflow.agent_transcript_files
    where org_id = ${orgId} and key = any(${keys}::text[])`.execute(db)
  const named = new Set(rows.map(({ key }) => key))
  return files.filter(({ key }) => !named.has(key))
}
