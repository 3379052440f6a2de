import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { numberPrefix } from './invoice.ts'

/**
 * The statement that takes the lowest number given back, else the next one, and returns it as `given`. The
 * sequence's row stays locked to the end of the transaction. `source` is what it is taken for: no row, no number.
 */
export const takeNumber = (
  orgId: string,
  year: number,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into invoice_sequences (org_id, year, last, given)
  select ${orgId}::text, ${year}::int, 1, 1 ${source}
  on conflict (org_id, year) do update set
    given = coalesce(invoice_sequences.released[1], invoice_sequences.last + 1),
    last = case when cardinality(invoice_sequences.released) = 0
      then invoice_sequences.last + 1 else invoice_sequences.last end,
    released = invoice_sequences.released[2:]
  returning given`

/** A number's digits: six, more when a year has more. */
export const digitsOf = (n: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lpad(${n}::text, greatest(6, length(${n}::text)), '0')`

/** Takes a number for an attempt that will open with it later. */
export async function reserveNumber(tx: Transaction, orgId: string, year: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    with taken as (${takeNumber(orgId, year, sql``)})
    select ${numberPrefix(year)} || ${digitsOf(sql.ref('taken.given'))} as number from taken`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('No number was given')
  return row.number
}

/** Gives a reserved number back: the next invoice of its year has it. */
export async function releaseNumber(tx: Transaction, orgId: string, number: string): Promise<void> {
  const [, year = '', n = ''] = /^INV-(\d{4})-(\d{1,9})$/.exec(number) ?? []
  await sql`
    update invoice_sequences set released = array(
      select distinct unnest(released || ${Number(n)}::int) as n order by n)
    where org_id = ${orgId} and year = ${Number(year)}`.execute(tx)
}

/** The number that the next invoice of a year will have unless another is faster. Nothing is taken. */
export async function expectedNumber(db: Db, orgId: string, year: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select ${numberPrefix(year)} || ${digitsOf(sql`coalesce(max(coalesce(released[1], last + 1)), 1)`)} as number
    from invoice_sequences where org_id = ${orgId} and year = ${year}`.execute(db)
  return rows[0]?.number ?? ''
}
