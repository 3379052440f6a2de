import type { BlobFacts, BlobStore } from '@atrium/blob-store'
import { type Kysely, sql } from 'kysely'

/** Files looked up at once. */
const atOnce = 1_000

/**
 * The files of an org's transcripts that are older than so many milliseconds and that no row names: those of moves that the
 * database, as it was restored, does not know. A row names its file before the file is written.
 */
export async function* findTranscriptOrphans<DB>(
  db: Kysely<DB>,
  store: BlobStore,
  orgId: string,
  graceMs: number,
): AsyncGenerator<BlobFacts> {
  const before = Date.now() - graceMs
  let batch: BlobFacts[] = []
  for await (const file of store.list(orgId)) {
    if (file.modifiedAt.getTime() > before) continue
    if (batch.push(file) < atOnce) continue
    yield* await withoutRow(db, orgId, batch)
    batch = []
  }
  yield* await withoutRow(db, orgId, batch)
}

async function withoutRow<DB>(db: Kysely<DB>, orgId: string, files: BlobFacts[]): Promise<BlobFacts[]> {
  if (files.length === 0) return []
  const keys = files.map(({ key }) => key)
  const { rows } = await sql<{ key: string }>`
    select key from workflow.agent_transcript_files
    where org_id = ${orgId} and key = any(${keys}::text[])`.execute(db)
  const named = new Set(rows.map(({ key }) => key))
  return files.filter(({ key }) => !named.has(key))
}
