import { type Metrics, openCounter } from '@atrium/telemetry'
import type { Deps } from '../deps.ts'
import { purgeIfRemoved } from '../release/purge-org.ts'
import { toArchiveKey } from './archive-key.ts'
import {
  type Attempt,
  claimExport,
  deleteExport,
  extendLease,
  failExhausted,
  finishExport,
  listOldExports,
  releaseExport,
} from './exports.db.ts'
import { writeArchive } from './write-archive.ts'

const leaseSeconds = 120
const extendEveryMs = 20_000
const attempts = 5
const waitSeconds = 60
const keptSeconds = 7 * 24 * 3_600
const mostDeleted = 100

type ExportDeps = Pick<
  Deps,
  'db' | 'store' | 'archives' | 'exportSources' | 'logger' | 'countExport'
>

/** Returns a function that counts the attempts of exports by outcome. */
export function exportCounter(metrics: Pick<Metrics, 'registry'>): Deps['countExport'] {
  const counter = openCounter(metrics, {
    name: 'atrium_exports_total',
    help: 'Attempts to make an archive of an organisation, by outcome',
    labels: { outcome: ['ready', 'retried', 'stopped', 'failed'] },
  })
  return (outcome) => counter.inc({ outcome })
}

/** Makes the archives that wait, one after another. */
export async function runExports(deps: ExportDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const attempt = await claimExport(deps.db, { leaseSeconds, attempts })
    if (attempt === undefined) return
    await runAttempt(deps, attempt, signal)
  }
}

async function runAttempt(deps: ExportDeps, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const { id, org_id: org } = attempt
  const startedAt = performance.now()
  const lost = new AbortController()
  const extending = setInterval(() => {
    extendLease(deps.db, attempt, leaseSeconds).then(
      (isHeld) => {
        if (!isHeld) lost.abort(new Error('Another replica makes this archive'))
      },
      // The lease lasts for several failures of the database.
      (error: unknown) => deps.logger.warn({ err: error, org }, '[exports] lease not extended'),
    )
  }, extendEveryMs)
  try {
    await deleteArchives(deps, attempt, attempt.attempt - 1)
    const size = await store(deps, attempt, AbortSignal.any([signal, lost.signal]))
    deps.countExport('ready')
    const ms = Math.round(performance.now() - startedAt)
    deps.logger.info({ org, export: id, bytes: size, ms }, '[exports] archive is ready')
  } catch (error) {
    deps.countExport(signal.aborted ? 'stopped' : 'retried')
    deps.logger.warn({ err: error, org, export: id }, '[exports] attempt failed')
    await releaseExport(deps.db, attempt, signal.aborted ? 0 : waitSeconds)
  } finally {
    clearInterval(extending)
  }
}

/** Stores the archive, then makes it visible. Returns its size in bytes. */
async function store(deps: ExportDeps, attempt: Attempt, signal: AbortSignal): Promise<number> {
  const staged = await deps.archives.stage(writeArchive(deps, attempt), {
    signal,
  })
  const key = toArchiveKey(attempt)
  await staged.commit(key)
  const isDone = await finishExport(deps.db, attempt, { size: staged.bytes, keptSeconds })
  if (!isDone) {
    await deps.archives.delete(key)
    throw new Error('The export was taken over, or its organisation was deleted')
  }
  // Otherwise a purge that came between the commit and this line would leave the archive.
  await purgeIfRemoved({ db: deps.db, store: deps.archives }, attempt.org_id)
  return staged.bytes
}

/** Deletes the archives of an export's attempts up to `last`. */
async function deleteArchives(deps: ExportDeps, attempt: Attempt, last: number): Promise<void> {
  for (let each = 1; each <= last; each++)
    await deps.archives.delete(toArchiveKey({ ...attempt, attempt: each }))
}

/** Ends exports without hope, and deletes expired and replaced archives. */
export async function tidyExports(deps: ExportDeps): Promise<void> {
  for (const { id, org_id: org } of await failExhausted(deps.db, attempts, keptSeconds)) {
    deps.countExport('failed')
    deps.logger.error({ org, export: id }, '[exports] export failed')
  }
  for (const old of await listOldExports(deps.db, mostDeleted)) {
    await deleteArchives(deps, old, old.attempt)
    await deleteExport(deps.db, old)
  }
}
