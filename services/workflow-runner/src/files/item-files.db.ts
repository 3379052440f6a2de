import { findFileIds, type ItemFile } from '@atrium/contracts'
import { sql } from 'kysely'
import { lockAlone } from '../count-alone.db.ts'
import type { Db, Transaction } from '../database.ts'

export interface KeptFile extends ItemFile {
  key: string
}

const columns = ['id', 'key', 'name', 'content_type', 'bytes'] as const
interface Row {
  id: string
  key: string
  name: string
  content_type: string
  bytes: string
}

const toFile = ({ id, key, name, content_type, bytes }: Row): KeptFile => ({
  fileId: id,
  key,
  name,
  contentType: content_type,
  bytes: Number(bytes),
})

export const beginItemFile = async (
  tx: Transaction,
  row: { id: string; org_id: string; key: string },
) =>
  void (await tx
    .insertInto('item_files')
    .values({ ...row, state: 'writing' })
    .execute())

/** Counts an organisation's stored files and their bytes. Unfinished writes do not count. */
export async function countItemFiles(
  db: Db | Transaction,
  orgId: string,
): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('item_files')
    .select([
      sql<string>`count(*) filter (where state <> 'writing')`.as('count'),
      sql<string>`coalesce(sum(bytes), 0)`.as('bytes'),
    ])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

/**
 * Makes concurrent uploads of an organisation wait for each other, so together they do not exceed a
 * limit.
 */
export const lockItemFiles = (tx: Transaction, orgId: string) =>
  lockAlone(tx, `item_files ${orgId}`)

/** Marks a written file as stored. Returns false if the file is no longer wanted. */
export async function keepItemFile(
  tx: Transaction,
  orgId: string,
  { fileId, name, contentType, bytes }: ItemFile,
): Promise<boolean> {
  const kept = await tx
    .updateTable('item_files')
    .set({ state: 'stored', name, content_type: contentType, bytes })
    .where((eb) => eb.and({ id: fileId, org_id: orgId, state: 'writing' }))
    .executeTakeFirst()
  return kept.numUpdatedRows > 0n
}

const storedFiles = (db: Db | Transaction, orgId: string, fileIds: readonly string[]) =>
  db
    .selectFrom('item_files')
    .select(columns)
    .where((eb) => eb.and({ org_id: orgId, state: 'stored' }))
    .where('id', '=', sql<string>`any(${[...fileIds]}::text[])`)
    .orderBy('id')

export const findItemFiles = async (
  db: Db,
  orgId: string,
  fileIds: readonly string[],
): Promise<KeptFile[]> =>
  fileIds.length === 0 ? [] : (await storedFiles(db, orgId, fileIds).execute()).map(toFile)

/**
 * Records the files named by a run, and returns those of the organisation. The lock keeps the sweep
 * from deleting a file after this transaction has found it.
 */
export async function useFiles(
  tx: Transaction,
  { orgId, runId }: { orgId: string; runId: string },
  fileIds: readonly string[],
): Promise<KeptFile[]> {
  if (fileIds.length === 0) return []
  const rows = await storedFiles(tx, orgId, fileIds).forShare().execute()
  if (rows.length > 0) {
    await tx
      .insertInto('run_files')
      .values(rows.map(({ id }) => ({ file_id: id, run_id: runId, org_id: orgId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return rows.map(toFile)
}

export async function useFilesOfSeeds(
  tx: Transaction,
  runs: readonly { orgId: string | null; runId: string; seeds: unknown }[],
): Promise<void> {
  for (const { orgId, runId, seeds } of runs) {
    if (orgId === null) continue
    await useFiles(tx, { orgId, runId }, findFileIds(JSON.stringify(seeds)))
  }
}

/** Copies the file references of other runs to a run. */
export async function takeOverFiles(
  tx: Transaction,
  { orgId, runId }: { orgId: string; runId: string },
  from: readonly string[],
): Promise<void> {
  await sql`insert into run_files (file_id, run_id, org_id)
    select distinct file_id, ${runId}, org_id from run_files
    where org_id = ${orgId} and run_id = any(${[...from]}::text[])
    on conflict do nothing`.execute(tx)
}

export interface LookedFile {
  id: string
  org_id: string
  key: string
  state: 'writing' | 'stored' | 'doomed'
}

const isNamed = sql<boolean>`exists (
    select from run_files r where r.file_id = f.id and r.org_id = f.org_id)
  or exists (select from mail_files m join mail_queue q on q.key = m.mail_key and q.org_id = m.org_id
    where m.file_id = f.id and m.org_id = f.org_id and q.status = 'queued')
  or exists (select from workflow_pins p where p.org_id = f.org_id and strpos(p.outputs::text, f.id) > 0)`

/**
 * Returns the files that are due for a check. `named` is true if a run, a queued mail or a pinned
 * output names the file.
 */
export async function filesToLookAt(db: Db, after: string, limit: number) {
  const { rows } = await sql<LookedFile & { named: boolean }>`
    select id, org_id, key, state, (${isNamed}) as named from item_files f
    where look_at <= clock_timestamp() and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Hides unneeded files from readers, and returns the files it marked. */
export async function doomItemFiles(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<LookedFile[]> {
  // The locks come first. When they are held, every transaction with one of the files has ended,
  // and the check sees its rows.
  await tx
    .selectFrom('item_files')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { rows } = await sql<LookedFile>`
    update item_files f set state = 'doomed', look_at = clock_timestamp() + interval '10 minutes'
    where org_id = ${orgId} and id = any(${[...ids]}::text[]) and not (${isNamed})
    returning id, org_id, key, state`.execute(tx)
  return rows
}

/** Keeps files after all. The sweep checks them again after `seconds`. */
export const spareItemFiles = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  seconds: number,
): Promise<void> =>
  void (await db
    .updateTable('item_files')
    .set({
      // A file without a name was never written completely.
      state: sql`case when state = 'doomed' and name <> '' then 'stored' else state end`,
      look_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute())

export const forgetItemFile = async (
  db: Db | Transaction,
  orgId: string,
  fileId: string,
): Promise<void> =>
  void (await db
    .deleteFrom('item_files')
    .where((eb) => eb.and({ id: fileId, org_id: orgId }))
    .execute())
