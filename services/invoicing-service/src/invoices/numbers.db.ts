import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { invoiceNumber } from './invoice.ts'

/**
 * Takes the lowest number of the org's year that was given back, else the next one. The sequence's row stays locked
 * to the end of the transaction, so that a number which rolls back is given again: there are no gaps.
 */
export async function reserveNumber(tx: Transaction, orgId: string, year: number): Promise<string> {
  const { given } = await tx
    .insertInto('invoice_sequences')
    .values({ org_id: orgId, year, last: 1, given: 1 })
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
  if (given === null) throw new Error('No number was given')
  return invoiceNumber(year, given)
}

/** Gives a reserved number back: the next invoice of its year has it. */
export async function releaseNumber(tx: Transaction, orgId: string, number: string): Promise<void> {
  const [, year = '', n = ''] = /^INV-(\d{4})-(\d{1,9})$/.exec(number) ?? []
  await tx
    .updateTable('invoice_sequences')
    .set({
      released: sql<number[]>`array(select distinct unnest(released || ${Number(n)}::int) as n order by n)`,
    })
    .where('org_id', '=', orgId)
    .where('year', '=', Number(year))
    .execute()
}

/** The number that the next invoice of a year will have unless another is faster. Nothing is taken. */
export async function expectedNumber(db: Db, orgId: string, year: number): Promise<string> {
  const sequence = await db
    .selectFrom('invoice_sequences')
    .select(['last', 'released'])
    .where('org_id', '=', orgId)
    .where('year', '=', year)
    .executeTakeFirst()
  return invoiceNumber(year, sequence?.released[0] ?? (sequence?.last ?? 0) + 1)
}
