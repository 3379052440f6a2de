import { whileFree } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Row, Transaction } from '../database.ts'

/** Selects an org's open invoices after their due date, if anything is left to pay. */
export const selectOverdue = (orgId: string, now: Date) =>
  sql`invoices where org_id = ${orgId} and status = 'open' and due_date < ${now}
    and (credited_cents = 0 or credited_cents < total_amount_cents) and total_amount_cents > 0`

const foldLock = sql`hashtext('invoicing.fold-sums')`

/**
 * Prevents folds until the transaction ends, because a fold would write back what it read before a
 * purge.
 */
export async function lockSums(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${foldLock})`.execute(tx)
}

/**
 * Folds the keys of up to `limit` new rows into one row each. Returns their number, 0 while another
 * process folds.
 */
export async function foldSums(tx: Transaction, limit: number): Promise<number> {
  const { rows: locks } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${foldLock}) as free`.execute(tx)
  if (locks[0]?.free !== true) return 0
  const { rows } = await sql<{ places: string }>`
    with fresh as materialized (
      select distinct org_id, kind, key, currency, status from (
        select * from invoice_sums where not folded order by org_id limit ${limit}) as picked
    ), gone as (
      delete from invoice_sums s using fresh
      where (s.org_id, s.kind, s.key, s.currency, s.status)
        = (fresh.org_id, fresh.kind, fresh.key, fresh.currency, fresh.status)
      returning s.*
    ), kept as (
      insert into invoice_sums
      select org_id, kind, key, currency, status, sum(n), sum(total_cents), sum(credited_cents),
        sum(credited_unpaid_cents), true
      from gone group by 1, 2, 3, 4, 5
      having sum(n) <> 0
    )
    select count(*) as places from fresh`.execute(tx)
  return Number(rows[0]?.places)
}

/** Returns the next org, by id, that has invoices or sums, or null after the last one. */
export async function nextOrgWithSums(db: Db, after: string): Promise<string | null> {
  const { rows } = await sql<{ org_id: string | null }>`
    select least((select min(org_id) from invoices where org_id > ${after}),
      (select min(org_id) from invoice_sums where org_id > ${after})) as org_id`.execute(db)
  return rows[0]?.org_id ?? null
}

type Place = Pick<Row<'invoice_sums'>, 'kind' | 'key' | 'currency' | 'status'>

const namedAtMost = 10
/** An org with millions of invoices takes longer than the usual statement timeout. */
const comparisonAtMost = '120s'

/**
 * Returns, at one moment, how many stored sums differ from the org's invoices, and the first ten of
 * them.
 */
export const differingSums = (
  db: Db,
  orgId: string,
): Promise<{ count: number; places: string[] }> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${comparisonAtMost}, true)`.execute(tx)
    const { rows } = await sql<Place & { places: string }>`
      select kind, key, currency, status, count(*) over () as places
      from differing_invoice_sums(${orgId}) limit ${namedAtMost}`.execute(tx)
    return {
      count: Number(rows[0]?.places ?? 0),
      places: rows.map(({ kind, key, currency, status }) => `${kind} ${key} ${currency} ${status}`),
    }
  })

/** Runs `work` on one connection, unless another process is running such work. */
export const whileSumsCheckIsFree = (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
  whileFree(db, 'invoicing.check-sums', work)
