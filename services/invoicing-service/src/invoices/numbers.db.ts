import { formatNumber, readNumber } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { type Format, sequenceYear } from '../numbering/numbering.ts'

interface Series {
  format: Format
  year: number
}

/**
 * Returns the lowest released number of the sequence, or the next new one. The row stays locked, so
 * numbers have no gaps.
 */
export async function reserveNumber(
  tx: Transaction,
  orgId: string,
  { format, year }: Series,
): Promise<string> {
  const { given } = await tx
    .insertInto('invoice_sequences')
    .values({ org_id: orgId, year: sequenceYear(format, year), last: 1, given: 1 })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'year']).doUpdateSet({
        given: sql<number>`coalesce(invoice_sequences.released[1], invoice_sequences.last + 1)`,
        last: sql<number>`case when cardinality(invoice_sequences.released) = 0
          then invoice_sequences.last + 1 else invoice_sequences.last end`,
        released: sql<number[]>`invoice_sequences.released[2:]`,
      }),
    )
    .returning('given')
    .executeTakeFirstOrThrow()
  if (given === null) throw new Error('No number was reserved')
  return formatNumber(format, year, given)
}

/** Releases a reserved number, so the next invoice of its sequence gets it. */
export async function releaseNumber(tx: Transaction, orgId: string, number: string): Promise<void> {
  const reserved = readNumber(number)
  if (reserved === null) return
  await tx
    .updateTable('invoice_sequences')
    .set({
      released: sql<
        number[]
      >`array(select distinct unnest(released || ${reserved.n}::int) as n order by n)`,
    })
    .where((eb) => eb.and({ org_id: orgId, year: reserved.year }))
    .execute()
}

/**
 * Returns the number that the next invoice of a year will get, unless another invoice is opened
 * first. Reserves nothing.
 */
export async function expectedNumber(
  db: Db,
  orgId: string,
  { format, year }: Series,
): Promise<string> {
  const sequence = await db
    .selectFrom('invoice_sequences')
    .select(['last', 'released'])
    .where((eb) => eb.and({ org_id: orgId, year: sequenceYear(format, year) }))
    .executeTakeFirst()
  return formatNumber(format, year, sequence?.released[0] ?? (sequence?.last ?? 0) + 1)
}
