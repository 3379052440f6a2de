import {
  executePrepared,
  isDatabaseAway,
  json,
  type OutboxEntry,
  outboxRows,
  wakeOutbox,
} from '@atrium/database'
import { sql } from 'kysely'
import type { Db, RunResult } from '../../database.ts'
import type { NodeRecord, RunOutcome } from '../../engine/index.ts'
import { readRows, settledClaims, settledReads } from '../../imports/run-services.ts'
import type { RunEnd } from '../../runs/run-ends.ts'
import { type Ended, finishedEntry, lostEntries } from '../../runs/run-finished.ts'
import { createBatcher } from './batcher.ts'
import { boundedResult } from './bounded-result.ts'
import { nodeRow, nodeRowsAs, packNodeRows, upsertNodeRows } from './node-rows.db.ts'
import { chunkLimits, type RowChunk, rowChunks } from './row-chunks.ts'

interface Finish {
  run: Ended
  outcome: RunOutcome
  records: readonly NodeRecord[]
  /** The nodes whose results are lost with the run. */
  lost: readonly string[]
}

interface Progress extends RowChunk {
  runId: string
}

interface Ending extends Progress {
  outcome: RunOutcome
  result: RunResult | null
  events: OutboxEntry[]
}

/** The approximate bytes of one read item in the statement's JSON. */
const bytesOfRead = 100

/** Writes progress and outcomes of this worker's runs. Concurrent runs share statements. */
export function createRunWriter(db: Db, workerId: () => string) {
  const weight = { of: ({ bytes }: { bytes: number }) => bytes, most: chunkLimits.bytes }
  const batches = { limit: 100, weight, parallel: 2, common: isDatabaseAway }
  const writeProgress = createBatcher<Progress, boolean>(
    (batch) => saveProgress(db, workerId(), batch),
    batches,
  )
  const writeFinish = createBatcher<Ending, boolean>(
    (batch) => saveFinishes(db, workerId(), batch),
    batches,
  )
  const writeChunks = async (runId: string, chunks: readonly RowChunk[]): Promise<boolean> => {
    for (const chunk of chunks) if (!(await writeProgress({ runId, ...chunk }))) return false
    return true
  }
  return {
    /**
     * Does not wait for the disk, so a crash may lose rows. Returns false if another worker owns
     * the run.
     */
    progress: (runId: string, records: readonly NodeRecord[]): Promise<boolean> =>
      writeChunks(runId, rowChunks(records)),
    /** Returns undefined if the run had already ended, or if another worker owns it. */
    async finish({ run, outcome, records, lost }: Finish): Promise<RunEnd | undefined> {
      const chunks = rowChunks(records)
      const last = chunks.pop() ?? { records: [], bytes: 0 }
      await writeChunks(run.id, chunks)
      // Built in the run's context, so the events carry the run's trace.
      const events = [finishedEntry(run, outcome.status, outcome.error), ...lostEntries(run, lost)]
      const { result = null, characters = 0 } =
        outcome.result === undefined ? {} : boundedResult(outcome.result)
      const items = (outcome.reads ?? []).reduce((sum, read) => sum + read.items.length, 0)
      const bytes = last.bytes + characters + items * bytesOfRead
      const ended = await writeFinish({ runId: run.id, outcome, events, result, ...last, bytes })
      if (!ended) return undefined
      wakeOutbox(db)
      return { status: outcome.status, result }
    },
  }
}

export type RunWriter = ReturnType<typeof createRunWriter>

const toRows = (batch: readonly Pick<Progress, 'runId' | 'records'>[]) =>
  batch.flatMap(({ runId, records }) => records.map((record) => nodeRow(runId, record)))

// One statement is one transaction: `set_config` with `true` applies only to it.
async function saveProgress(
  db: Db,
  workerId: string,
  batch: readonly Progress[],
): Promise<boolean[]> {
  const ids = batch.map(({ runId }) => runId)
  const nodes =
    upsertNodeRows(sql`from unflushed, jsonb_to_recordset(${json(toRows(batch))}) as ${nodeRowsAs}
    where n."runId" in (select id from going)`)
  const query = sql<{ id: string }>`
    with unflushed as (select set_config('synchronous_commit', 'off', true)),
    going as (
      select id from runs where id = any(${ids}::text[]) and worker_id = ${workerId} and status = 'running'),
    nodes as (${nodes})
    select id from going`
  const rows = await executePrepared(db, query)
  const going = new Set(rows.map((row) => row.id))
  return ids.map((id) => going.has(id))
}

async function saveFinishes(
  db: Db,
  workerId: string,
  batch: readonly Ending[],
): Promise<boolean[]> {
  const ends = batch.map(({ runId: id, outcome: { status, error }, result }) => ({
    id,
    status,
    error,
    result,
  }))
  const marks = batch.flatMap(({ runId, outcome }) =>
    Object.entries(outcome.watermarks).map(([key, value]) => ({ run_id: runId, key, value })),
  )
  const reads = batch.flatMap(({ runId, outcome }) => readRows(runId, outcome.reads ?? []))
  const ids = batch.map(({ runId }) => runId)
  const query = sql<{ id: string }>`
    with ends as (
      select id, status, error, result
      from jsonb_to_recordset(${json(ends)}) as e(id text, status text, error text, result jsonb)),
    done as (
      update runs r set status = e.status, error = e.error, result = e.result, finished_at = clock_timestamp()
      from ends e where r.id = e.id and r.status = 'running' and r.worker_id = ${workerId}
      returning r.id, r.org_id, r.workflow_id, r.status),
    allowed as (
      select id from done union all
      select r.id from runs r join ends e on e.id = r.id
      where e.status = 'cancelled' and r.status = 'cancelled' and r.worker_id = ${workerId}),
    ${packNodeRows(ids, json(toRows(batch)), sql`allowed`)},
    marks as (
      insert into watermarks (workflow_id, key, value)
      select d.workflow_id, m.key, m.value
      from jsonb_to_recordset(${json(marks)}) as m(run_id text, key text, value jsonb)
      join done d on d.id = m.run_id and d.status = 'completed'
      on conflict (workflow_id, key) do update set value = excluded.value, updated_at = now()),
    ${reads.length === 0 ? sql`` : sql`${settledReads(reads)},`}
    settled as (${settledClaims}),
    events as (${outboxRows(
      batch.flatMap(({ events }) => events),
      sql<boolean>`entry.request_id in (select id from done)`,
    )})
    select id from done`
  const rows = await executePrepared(db, query)
  const done = new Set(rows.map((row) => row.id))
  return batch.map(({ runId }) => done.has(runId))
}
