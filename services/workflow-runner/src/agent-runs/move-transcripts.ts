import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { buildAssetKey } from '@atrium/asset-key'
import type { BlobStore } from '@atrium/blob-store'
import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { TranscriptChunk } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  beginFile,
  doomFile,
  doomFiles,
  forgetFile,
  keepFile,
  settle,
  type UnsettledRun,
  unsettledRuns,
} from './transcript-files.db.ts'
import { type AttemptOfRun, deleteTranscript, partAt, sizeOfTranscript } from './transcripts.db.ts'

const compress = promisify(gzip)
const runsAtOnce = 50
const filesAtOnce = 200

/** How transcripts move; the sizes are bytes of JSON, the times seconds. */
export interface MovingLimits {
  /** A transcript of fewer stays in the database. */
  leastBytes: number
  /** A piece of a file, which is read as a whole, has about so many. */
  chunkBytes: number
  /** After the end of its attempt. */
  waitSeconds: number
  /** A file that is not written after so long is given up. */
  writingSeconds: number
}

export const usualMoving: MovingLimits = {
  ...{ leastBytes: 262_144, chunkBytes: 1_000_000, waitSeconds: 60, writingSeconds: 3_600 },
}

type MovingDeps = Pick<Deps, 'db' | 'logger'> & { store: BlobStore }

/**
 * Moves the large transcripts of ended attempts from the database to the store; any replica may. Ends at the first error
 * of the store, and begins there again next time. Returns how many it moved.
 */
export async function moveTranscripts(
  deps: MovingDeps,
  signal: AbortSignal,
  limits: MovingLimits = usualMoving,
): Promise<number> {
  let moved = 0
  for (let after = ''; !signal.aborted; ) {
    const runs = await unsettledRuns(deps.db, after, limits.waitSeconds, runsAtOnce)
    for (const run of runs) {
      if (signal.aborted) return moved
      try {
        moved += await moveRun(deps, run, signal, limits)
      } catch (error) {
        deps.logger.warn(
          { err: error, agentRunId: run.id, org: run.org_id },
          '[agent-runs] a transcript is not moved',
        )
        if (error instanceof AppError) return moved
      }
    }
    const last = runs.at(-1)
    if (last === undefined || runs.length < runsAtOnce) break
    after = last.id
  }
  return moved
}

async function moveRun(
  deps: MovingDeps,
  run: UnsettledRun,
  signal: AbortSignal,
  limits: MovingLimits,
): Promise<number> {
  let moved = 0
  for (let attempt = run.settled + 1; attempt <= run.last; attempt += 1) {
    const of = { run_id: run.id, org_id: run.org_id, attempt }
    if ((await sizeOfTranscript(deps.db, of)) < limits.leastBytes) continue
    // Another replica is at it, or a file of a writer that died is in the way.
    if (!(await moveTranscript(deps, of, signal, limits))) return moved
    moved += 1
  }
  await inTransaction(deps.db, undefined, (tx) => settle(tx, run))
  return moved
}

/** Moves one transcript: the row of the file, the file, then its rows in one transaction. False when it is another's. */
async function moveTranscript(
  { db, store, logger }: MovingDeps,
  of: AttemptOfRun,
  signal: AbortSignal,
  { chunkBytes, writingSeconds }: MovingLimits,
): Promise<boolean> {
  const key = buildAssetKey({ orgId: of.org_id, visibility: 'priv', extension: 'gz' })
  if (!(await inTransaction(db, undefined, (tx) => beginFile(tx, of, key)))) return false
  try {
    const chunks: TranscriptChunk[] = []
    const inTime = AbortSignal.any([signal, AbortSignal.timeout((writingSeconds * 1_000) / 4)])
    const staged = await store.stage(fileOf(db, of, chunkBytes, chunks), { signal: inTime })
    await staged.commit(key)
    await inTransaction(db, undefined, async (tx) => {
      if (!(await keepFile(tx, of, key, chunks))) throw new Error('The file is not wanted any more')
      const entries = chunks.reduce((sum, chunk) => sum + chunk.entries, 0)
      if ((await deleteTranscript(tx, of)) !== entries) throw new Error('The transcript has changed')
    })
    const { run_id: agentRunId, org_id: org, attempt } = of
    logger.info({ agentRunId, org, attempt, bytes: staged.bytes }, 'transcript moved to the store')
    return true
  } catch (error) {
    // A file that is there is deleted at the next sweep at the latest.
    await discard({ db, store }, key).catch(() => undefined)
    throw error
  }
}

/** The bytes of a file: gzip members, each of which is a JSON array of entries on one line. Fills `chunks`. */
async function* fileOf(
  db: Deps['db'],
  of: AttemptOfRun,
  chunkBytes: number,
  chunks: TranscriptChunk[],
): AsyncGenerator<Buffer> {
  let [next, at] = [0, 0]
  for (let ended = false; !ended; ) {
    const first = next
    const bodies: string[] = []
    for (let size = 0; size < chunkBytes; ) {
      const part = await partAt(db, of, next)
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

async function discard({ db, store }: Pick<MovingDeps, 'db' | 'store'>, key: string): Promise<void> {
  // A commit whose answer was lost has kept the file.
  if (!(await inTransaction(db, undefined, (tx) => doomFile(tx, key)))) return
  await store.delete(key)
  await inTransaction(db, undefined, (tx) => forgetFile(tx, key))
}

/** Deletes the files of runs that are gone and of writers that died; any replica may. Returns how many. */
export async function sweepTranscriptFiles(
  { db, store }: Pick<MovingDeps, 'db' | 'store'>,
  signal: AbortSignal,
  { writingSeconds }: Pick<MovingLimits, 'writingSeconds'> = usualMoving,
): Promise<number> {
  let deleted = 0
  while (!signal.aborted) {
    const keys = await inTransaction(db, undefined, (tx) => doomFiles(tx, writingSeconds, filesAtOnce))
    for (const key of keys) {
      if (signal.aborted) break
      await store.delete(key)
      await inTransaction(db, undefined, (tx) => forgetFile(tx, key))
      deleted += 1
    }
    if (keys.length < filesAtOnce) break
  }
  return deleted
}
