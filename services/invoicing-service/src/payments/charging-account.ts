import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'
import { invoiceErrors } from '../invoices/invoice.ts'

/** The org's connected account with charges enabled. Throws `charges_not_enabled` (409). */
export async function chargingAccount(_deps: Deps, db: Db, orgId: string): Promise<string> {
  const row = await db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (row === undefined || !row.charges_enabled) throw invoiceErrors.charges_not_enabled()
  return row.account_id
}
