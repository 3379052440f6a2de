import type { NewRow, Transaction } from '../../database.ts'

/** Stores a mail. Returns false if its key exists. */
export async function insertInvoiceMail(
  tx: Transaction,
  row: NewRow<'invoice_mails'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('invoice_mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}
