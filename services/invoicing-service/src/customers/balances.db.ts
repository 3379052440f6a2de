import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Returns what is due on the customers' open invoices, per customer and currency. The currency with
 * the most invoices comes first.
 */
export const listOpenSums = (db: Db, orgId: string, customerIds: readonly string[]) =>
  db
    .selectFrom('invoices')
    .select(({ fn }) => [
      'customer_id',
      'currency',
      fn.sum<string>(sql<string>`total_amount_cents - credited_cents - recorded_cents`).as('cents'),
    ])
    .where('org_id', '=', orgId)
    .where('status', '=', 'open')
    .where((eb) => eb('customer_id', '=', eb.fn.any(eb.val([...customerIds]))))
    .groupBy(['customer_id', 'currency'])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('currency')
    .execute()
