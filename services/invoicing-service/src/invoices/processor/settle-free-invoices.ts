import { InvoicePaid } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { readEventData } from '../event-data.ts'
import { platformAuthor, recordHistory } from '../history/history.ts'
import { lockFreeInvoices, updateInvoiceRow } from '../invoices.db.ts'

const batch = 100

/** Marks open invoices with a total of zero as paid. The processor does so for its own invoices. */
export async function settleFreeInvoices(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const settled = await inTransaction(deps.db, undefined, async (tx) => {
      const rows = await lockFreeInvoices(tx, batch)
      for (const row of rows) {
        const paid = await updateInvoiceRow(tx, row, { status: 'paid', paid_at: deps.now() })
        const entry = {
          kind: 'paid',
          author: platformAuthor,
          detail: { method: 'nothing_due' },
        } as const
        await recordHistory(deps, tx, paid, entry)
        await emit(tx, InvoicePaid, row.org_id, await readEventData(tx, paid))
      }
      return rows.length
    })
    if (settled < batch || signal?.aborted) return
  }
}
