import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { buildAssetKey } from '@atrium/asset-key'
import type { BlobStore } from '@atrium/blob-store'
import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { inBatches, inPages } from '../batches.ts'
import type { TranscriptChunk } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  beginTranscriptFile,
  doomOrphans,
  doomTranscriptFile,
  doomTranscriptFiles,
  forgetTranscriptFile,
  keepTranscriptFile,
  noteDeleted,
  settle,
  type UnsettledRun,
  unsettledRuns,
} from './transcript-files.db.ts'
import {
  type AttemptOfRun,
  deleteTranscript,
  partsFrom,
  sizeOfTranscript,
  type TranscriptPart,
} from './transcripts.db.ts'

const compress = promisify(gzip)
const runsAtOnce = 50
const filesAtOnce = 200

/** Sizes are bytes of JSON, times are seconds. */
export interface MovingLimits {
  /** Smaller transcripts stay in the database. */
  leastBytes: number
  /** The approximate size of a chunk. Readers load a whole chunk. */
  chunkBytes: number
  /** The delay after the attempt has ended. */
  waitSeconds: number
  /** After this time, an unfinished file counts as abandoned. */
  writingSeconds: number
}

export const usualMoving: MovingLimits = {
  leastBytes: 262_144,
  chunkBytes: 1_000_000,
  waitSeconds: 60,
  writingSeconds: 3_600,
}

type MovingDeps = Pick<Deps, 'db' | 'logger'> & {
  store: BlobStore
  /** Runs whose transcript could not be moved. They are skipped until they leave the set. */
  paused?: { has(id: string): boolean; add(id: string): void }
}

/**
 * Moves large transcripts of ended attempts to the store. Stops if the store is unavailable.
 * Returns how many were moved.
 */
export async function moveTranscripts(
  deps: MovingDeps,
  signal: AbortSignal,
  limits: MovingLimits = usualMoving,
): Promise<number> {
  let moved = 0
  const unsettled = (after: string) => unsettledRuns(deps.db, after, limits.waitSeconds, runsAtOnce)
  for await (const run of inPages(runsAtOnce, ({ id }) => id, unsettled, signal)) {
    if (signal.aborted) break
    if (deps.paused?.has(run.id)) continue
    try {
      moved += await moveRun(deps, run, signal, limits)
    } catch (error) {
      deps.logger.warn(
        { err: error, agentRunId: run.id, org: run.org_id },
        '[agent-runs] a transcript is not moved',
      )
      if (!signal.aborted) deps.paused?.add(run.id)
      if (error instanceof AppError && error.kind === 'unavailable') break
    }
  }
  return moved
}

async function moveRun(
  deps: MovingDeps,
  run: UnsettledRun,
  signal: AbortSignal,
  limits: MovingLimits,
) {
  let moved = 0
  for (let attempt = run.settled + 1; attempt <= run.last; attempt += 1) {
    const of = { run_id: run.id, org_id: run.org_id, attempt }
    if ((await sizeOfTranscript(deps.db, of)) < limits.leastBytes) continue
    // Another replica is moving the transcript, or a crashed writer has left its file row.
    if (!(await moveTranscript(deps, of, signal, limits))) return moved
    moved += 1
  }
  await inTransaction(deps.db, undefined, (tx) => settle(tx, run))
  return moved
}

/**
 * Adds the file row, writes the file, then deletes the transcript rows in one transaction. Returns
 * false if another writer has the file row.
 */
async function moveTranscript(
  { db, store, logger }: MovingDeps,
  of: AttemptOfRun,
  signal: AbortSignal,
  { chunkBytes, writingSeconds }: MovingLimits,
): Promise<boolean> {
  const key = buildAssetKey({ orgId: of.org_id, visibility: 'priv', extension: 'gz' })
  if (!(await inTransaction(db, undefined, (tx) => beginTranscriptFile(tx, of, key)))) return false
  try {
    const chunks: TranscriptChunk[] = []
    const inTime = AbortSignal.any([signal, AbortSignal.timeout((writingSeconds * 1_000) / 4)])
    const staged = await store.stage(formatFile(db, of, chunkBytes, chunks), { signal: inTime })
    await withinTime(staged.commit(key), inTime)
    await inTransaction(db, undefined, async (tx) => {
      if (!(await keepTranscriptFile(tx, of, key, chunks)))
        throw new Error('The file is not wanted any more')
      const entries = chunks.reduce((sum, chunk) => sum + chunk.entries, 0)
      if ((await deleteTranscript(tx, of)) !== entries)
        throw new Error('The transcript has changed')
    })
    const { run_id: agentRunId, org_id: org, attempt } = of
    logger.info({ agentRunId, org, attempt, bytes: staged.bytes }, 'transcript moved to the store')
    return true
  } catch (error) {
    // If this fails, the sweep deletes the file later.
    await discard({ db, store }, key).catch(() => undefined)
    throw error
  }
}

/**
 * Yields a file's gzip members. Each one is a JSON array of entries on one line. Fills `chunks`.
 */
async function* formatFile(
  db: Deps['db'],
  of: AttemptOfRun,
  chunkBytes: number,
  chunks: TranscriptChunk[],
): AsyncGenerator<Buffer> {
  let [next, at] = [0, 0]
  let parts: TranscriptPart[] = []
  for (let ended = false; !ended; ) {
    const first = next
    const bodies: string[] = []
    for (let size = 0; size < chunkBytes; ) {
      if (parts.length === 0) parts = await partsFrom(db, of, next)
      const part = parts.shift()
      if (part === undefined) {
        ended = true
        break
      }
      bodies.push(part.body.slice(1, -1))
      size += part.size
      next += part.entries
    }
    if (bodies.length === 0) return
    const bytes = await compress(`[${bodies.join(',')}]\n`)
    chunks.push({ first, entries: next - first, at, bytes: bytes.length })
    at += bytes.length
    yield bytes
  }
}

/** Resolves with `work`, or rejects as soon as the signal aborts. `work` itself continues. */
async function withinTime<R>(work: Promise<R>, signal: AbortSignal): Promise<R> {
  const late = Promise.withResolvers<never>()
  const stop = () => late.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([work, late.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}

async function discard(
  { db, store }: Pick<MovingDeps, 'db' | 'store'>,
  key: string,
): Promise<void> {
  // If the commit succeeded but its response was lost, the file holds the transcript and stays.
  if (!(await inTransaction(db, undefined, (tx) => doomTranscriptFile(tx, key)))) return
  await store.delete(key)
  await inTransaction(db, undefined, (tx) => noteDeleted(tx, key))
}

/**
 * Deletes abandoned and doomed files, each a second time an hour later, because a lost write may
 * complete late. Returns how many were deleted for the first time.
 */
export async function sweepTranscriptFiles(
  { db, store, logger }: Pick<MovingDeps, 'db' | 'store' | 'logger'>,
  signal: AbortSignal,
  { writingSeconds }: Pick<MovingLimits, 'writingSeconds'> = usualMoving,
): Promise<number> {
  let deleted = 0
  const doomed = (after: string) =>
    inTransaction(db, undefined, (tx) =>
      doomTranscriptFiles(tx, after, writingSeconds, filesAtOnce),
    )
  for await (const { key, last } of inPages(filesAtOnce, ({ key }) => key, doomed, signal)) {
    if (signal.aborted) break
    try {
      await store.delete(key)
      await inTransaction(db, undefined, (tx) =>
        last ? forgetTranscriptFile(tx, key) : noteDeleted(tx, key),
      )
      if (!last) deleted += 1
    } catch (error) {
      logger.warn({ err: error, key }, '[agent-runs] the file of a transcript is not deleted')
    }
  }
  return deleted
}

export const doomFilesOfGoneRuns = ({ db }: Pick<Deps, 'db'>, signal: AbortSignal) =>
  inBatches(
    filesAtOnce,
    () => inTransaction(db, undefined, (tx) => doomOrphans(tx, filesAtOnce)),
    signal,
  )
