import { invoiceErrors } from '@atrium/contracts'
import type { Db } from '../database.ts'

const token = /^[0-9a-f]{64}$/

/** Throws `not_found` for an unknown token and for a draft. */
export async function getPublicInvoiceRow(db: Db, publicToken: string) {
  if (!token.test(publicToken)) throw invoiceErrors.not_found()
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('public_token', '=', publicToken)
    .where('status', '<>', 'draft')
    .executeTakeFirstOrThrow(() => invoiceErrors.not_found())
}
