import type { Invoice } from '@atrium/contracts'
import type { Db } from '../database.ts'
import { toInvoice } from './invoice.ts'

/** What a schedule generated, the latest period first, at most 500. */
export async function listInvoicesOfSchedule(db: Db, orgId: string, scheduleId: string): Promise<Invoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('schedule_id', '=', scheduleId)
    .orderBy('period', 'desc')
    .limit(500)
    .execute()
  return rows.map(toInvoice)
}
