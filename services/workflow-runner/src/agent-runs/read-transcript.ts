import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { BlobStore } from '@atrium/blob-store'
import { agentRunErrors, commonErrors, type TranscriptEntry } from '@atrium/contracts'
import type { TranscriptChunk } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { AgentRunRow } from './agent-runs.db.ts'
import { findTranscriptFile } from './transcript-files.db.ts'
import { transcriptPage } from './transcripts.db.ts'

const decompress = promisify(gunzip)
/**
 * The byte limit of a decompressed chunk. A chunk has about a megabyte, plus at most one part from
 * the database.
 */
const mostBytes = 16_000_000

/** Returns the entries of an attempt from index `from` on, up to about a megabyte. */
export type ReadTranscript = (
  run: Pick<AgentRunRow, 'id' | 'org_id' | 'attempt' | 'finished_at'>,
  attempt: number,
  from: number,
) => Promise<TranscriptEntry[]>

/**
 * Reads from the database or the store. Throws `transcript_gone`, and `unavailable` if there is no
 * store.
 */
export const transcriptReader =
  ({ db }: Pick<Deps, 'db'>, store: BlobStore | undefined): ReadTranscript =>
  async (run, attempt, from) => {
    const of = { run_id: run.id, org_id: run.org_id, attempt }
    const entries = await transcriptPage(db, of, from)
    // The transcript of a running attempt is in the database.
    if (entries.length > 0 || (attempt === run.attempt && run.finished_at === null)) return entries
    // The transcript may have been moved since the first read, and then has a file.
    const file = await findTranscriptFile(db, of)
    if (file === undefined) return entries
    const chunk = file.chunks.find(({ first, entries: count }) => first + count > from)
    if (chunk === undefined) return entries
    if (store === undefined) throw commonErrors.unavailable()
    const all = await readChunk(store, file.key, chunk)
    return all.slice(Math.max(0, from - chunk.first))
  }

async function readChunk(store: BlobStore, key: string, { at, bytes }: TranscriptChunk) {
  const blob = await store.open(key)
  if (blob === undefined) throw agentRunErrors.transcript_gone()
  if (blob.bytes < at + bytes) {
    await blob.close()
    throw agentRunErrors.transcript_gone()
  }
  const pieces = await blob.stream({ start: at, end: at + bytes - 1 }).toArray()
  try {
    const text = await decompress(Buffer.concat(pieces as Buffer[]), { maxOutputLength: mostBytes })
    return JSON.parse(text.toString('utf8')) as TranscriptEntry[]
  } catch (cause) {
    throw agentRunErrors.transcript_gone({ cause })
  }
}
