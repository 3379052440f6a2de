import type { NewRow, Transaction } from '../database.ts'

/** Stores a cause for its day. Returns false if it is stored. Deletes the causes of earlier days. */
export async function insertRefusedSale(
  tx: Transaction,
  row: NewRow<'refused_sales'>,
): Promise<boolean> {
  await tx
    .deleteFrom('refused_sales')
    .where('org_id', '=', row.org_id)
    .where('day', '<', row.day)
    .execute()
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('refused_sales')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}
