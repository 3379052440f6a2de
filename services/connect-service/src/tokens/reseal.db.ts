import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { sealContext } from './token-vault.ts'

/** An envelope column, with the row's key and the envelope's context. */
export interface SealedColumn {
  name: string
  table: string
  column: string
  /** The primary key as one text. */
  key: RawBuilder<string>
  contextOf(key: string): string
}

const progressContext = (key: string): string => {
  const [channelId, taskId] = JSON.parse(key) as [string, string, string]
  return sealContext.progress(channelId, taskId)
}

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'channels',
    column: 'access_token',
    key: sql<string>`id`,
    contextOf: sealContext.access,
  },
  {
    table: 'channels',
    column: 'refresh_token',
    key: sql<string>`id`,
    contextOf: sealContext.refresh,
  },
  { table: 'pickers', column: 'access_token', key: sql<string>`id`, contextOf: sealContext.picker },
  {
    table: 'oauth_states',
    column: 'verifier',
    key: sql<string>`state_hash`,
    contextOf: sealContext.verifier,
  },
  {
    table: 'video_uploads',
    column: 'session',
    key: sql<string>`id`,
    contextOf: sealContext.upload,
  },
  {
    table: 'post_progress',
    column: 'value',
    key: sql<string>`json_build_array(channel_id, task_id, fingerprint)::text`,
    contextOf: progressContext,
  },
].map((each) => ({ ...each, name: `${each.table}.${each.column}` }))

/** Matches envelopes under another key. A settled picker has an empty column and does not match. */
const stale = ({ column }: SealedColumn, current: string) =>
  sql<boolean>`${sql.ref(column)} <> '' and not starts_with(${sql.ref(column)}, ${current})`

export interface StaleEnvelope {
  key: string
  envelope: string
}

/**
 * Returns a batch of stale envelopes in key order, after `after`. `current` is the fresh envelopes'
 * prefix.
 */
export async function listStale(
  db: Db,
  column: SealedColumn,
  { current, after, limit }: { current: string; after: string; limit: number },
): Promise<StaleEnvelope[]> {
  const { rows } = await sql<StaleEnvelope>`
    select key, envelope
    from (
      select ${column.key} collate "C" as key, ${sql.ref(column.column)} as envelope
      from ${sql.table(column.table)} where ${stale(column, current)}
    ) as found
    where key > ${after} order by key limit ${limit}`.execute(db)
  return rows
}

export async function countStale(db: Db, current: string): Promise<number> {
  const counts = sealedColumns.map(
    (column) => sql`select 1 from ${sql.table(column.table)} where ${stale(column, current)}`,
  )
  const { rows } = await sql<{ count: string }>`
    select count(*) from (${sql.join(counts, sql` union all `)}) as found`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Replaces envelopes that are still stale, and returns how many were replaced. */
export async function replaceEnvelopes(
  tx: Transaction,
  column: SealedColumn,
  replaced: ReadonlyArray<StaleEnvelope & { fresh: string }>,
): Promise<number> {
  const keys = replaced.map(({ key }) => key)
  const before = replaced.map(({ envelope }) => envelope)
  const fresh = replaced.map((each) => each.fresh)
  const result = await sql`
    update ${sql.table(column.table)} set ${sql.ref(column.column)} = given.fresh
    from unnest(${keys}::text[], ${before}::text[], ${fresh}::text[]) as given (given_key, before, fresh)
    where ${column.key} = given.given_key and ${sql.ref(column.column)} = given.before`.execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}
