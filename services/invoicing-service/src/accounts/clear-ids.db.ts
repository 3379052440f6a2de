import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * Clears the processor ids of customers and offers if their account is gone. Each object is created
 * again on its next use.
 */
export async function clearAccountIds(
  tx: Transaction,
  orgId: string,
  accountId: string,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ payments_customer_id: null, payments_account_id: null, payments_synced_at: null })
    .where((eb) => eb.and({ org_id: orgId, payments_account_id: accountId }))
    .execute()
  await tx
    .updateTable('offers')
    .set({
      payments_product_id: null,
      payments_price_id: null,
      payments_account_id: null,
      mirrored_terms: null,
      version: sql<number>`version + 1`,
    })
    .where((eb) => eb.and({ org_id: orgId, payments_account_id: accountId }))
    .execute()
}
