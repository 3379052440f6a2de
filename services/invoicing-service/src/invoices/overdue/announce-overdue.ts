import { InvoiceOverdue } from '@atrium/contracts'
import { emitEntries, eventEntry, inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { toEventData } from '../event-data.ts'
import { amountDue, daysOfInvoice } from '../invoice.ts'
import { claimOverdue } from './overdue.db.ts'

const batch = 50

/**
 * Emits `invoice.overdue` once for each invoice. Mark and event commit together, so any number of
 * replicas announces each once, and a crash loses none.
 */
export async function announceOverdue(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const announced = await inTransaction(deps.db, undefined, async (tx) => {
      const claimed = await claimOverdue(tx, deps.now(), batch)
      const entries = claimed.map((row) =>
        eventEntry(InvoiceOverdue, row.org_id, {
          ...toEventData(row, { name: row.customer_name, email: row.customer_email }),
          dueOn: daysOfInvoice(row).dueOn ?? '',
          amountDueCents: amountDue(row),
        }),
      )
      await emitEntries(tx, entries)
      return claimed.length
    })
    if (announced > 0) deps.logger.info({ invoices: announced }, '[invoices] invoices are overdue')
    if (announced < batch || signal?.aborted) return
  }
}
