import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction, TranscriptChunk } from '../database.ts'
import type { AttemptOfRun } from './transcripts.db.ts'

/** A run with ended attempts for the mover to handle: those after `settled`, up to `last`. */
export interface UnsettledRun {
  id: string
  org_id: string
  settled: number
  last: number
}

/**
 * Returns a batch of unsettled runs with ids above `after`, if their last attempt ended at least
 * `seconds` ago.
 */
export async function unsettledRuns(db: Db, after: string, seconds: number, limit: number) {
  const { rows } = await sql<UnsettledRun>`
    select id, org_id, settled_attempt as settled,
      case when finished_at is null then attempt - 1 else attempt end as last
    from agent_runs
    where settled_attempt < case when finished_at is null then attempt - 1 else attempt end
      and coalesce(finished_at, queued_at) <= clock_timestamp() - make_interval(secs => ${seconds})
      and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Records `last` as handled by the mover. */
export const settle = async (tx: Transaction, { id, org_id, last }: UnsettledRun): Promise<void> =>
  void (await tx
    .updateTable('agent_runs')
    .set({ settled_attempt: last })
    .where((eb) => eb.and({ id, org_id }))
    .where('settled_attempt', '<', last)
    .execute())

/** Records the file before it is written. Returns false if the transcript already has one. */
export async function beginTranscriptFile(
  tx: Transaction,
  of: AttemptOfRun,
  key: string,
): Promise<boolean> {
  const row = await tx
    .insertInto('agent_transcript_files')
    .values({ ...of, key, state: 'writing' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks the file as complete. Returns false if the sweep has doomed it meanwhile, or if the run was
 * deleted.
 */
export async function keepTranscriptFile(
  tx: Transaction,
  { run_id, org_id }: AttemptOfRun,
  key: string,
  chunks: TranscriptChunk[],
): Promise<boolean> {
  const run = await tx
    .selectFrom('agent_runs')
    .select('id')
    .where((eb) => eb.and({ id: run_id, org_id }))
    .forKeyShare()
    .executeTakeFirst()
  if (run === undefined) return false
  const row = await tx
    .updateTable('agent_transcript_files')
    .set({ state: 'kept', chunks: json(chunks) })
    .where((eb) => eb.and({ key, state: 'writing' }))
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export const findTranscriptFile = (db: Db, { run_id, org_id, attempt }: AttemptOfRun) =>
  db
    .selectFrom('agent_transcript_files')
    .select(['key', 'chunks'])
    .where((eb) => eb.and({ run_id, org_id, attempt, state: 'kept' }))
    .executeTakeFirst()

export async function doomOrphans(tx: Transaction, limit: number): Promise<number> {
  const { rows } = await sql`
    update agent_transcript_files set state = 'doomed' where key = any(array(
      select key from agent_transcript_files f
      where state = 'kept' and not exists (select from agent_runs r where r.id = f.run_id)
      limit ${limit} for update skip locked))
    returning key`.execute(tx)
  return rows.length
}

/**
 * A file to delete. `last` is true if it was deleted before, and its row can go after this second
 * time.
 */
export interface DoomedFile {
  key: string
  last: boolean
}

/**
 * Dooms abandoned files. Returns all files to delete, including those deleted once before, because
 * a lost write may complete late.
 */
export async function doomTranscriptFiles(
  tx: Transaction,
  after: string,
  seconds: number,
  limit: number,
) {
  const { rows } = await sql<DoomedFile>`
    with doomed as (update agent_transcript_files set state = 'doomed' where key = any(array(
      select key from agent_transcript_files
      where key > ${after} and state <> 'kept' and case state
        when 'doomed' then deleted_at is null or deleted_at <= clock_timestamp() - make_interval(secs => ${seconds})
        else created_at <= clock_timestamp() - make_interval(secs => ${seconds}) end
      order by key limit ${limit} for update skip locked))
    returning key, deleted_at is not null as last)
    select key, last from doomed order by key`.execute(tx)
  return rows
}

/** Dooms a file that is still being written. Returns false if the file holds its transcript. */
export async function doomTranscriptFile(tx: Transaction, key: string): Promise<boolean> {
  await tx
    .updateTable('agent_transcript_files')
    .set({ state: 'doomed' })
    .where((eb) => eb.and({ key, state: 'writing' }))
    .execute()
  const kept = await tx
    .selectFrom('agent_transcript_files')
    .select('key')
    .where((eb) => eb.and({ key, state: 'kept' }))
    .executeTakeFirst()
  return kept === undefined
}

export const noteDeleted = async (tx: Transaction, key: string): Promise<void> =>
  void (await tx
    .updateTable('agent_transcript_files')
    .set({ deleted_at: sql<Date>`clock_timestamp()` })
    .where((eb) => eb.and({ key, state: 'doomed' }))
    .execute())

export const forgetTranscriptFile = async (tx: Transaction, key: string): Promise<void> =>
  void (await tx
    .deleteFrom('agent_transcript_files')
    .where((eb) => eb.and({ key, state: 'doomed' }))
    .execute())
