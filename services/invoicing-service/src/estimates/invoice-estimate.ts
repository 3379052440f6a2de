import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { type InvoiceRow, toInvoice } from '../invoices/invoice.ts'
import { requireHandable } from '../invoices/processor/processor-lines.ts'
import { auditEstimate } from './change-estimates.ts'
import { requireStatus } from './estimate.ts'
import { recordEstimateEvent } from './estimate-history.db.ts'
import { lockEstimateRow, updateEstimateRow } from './estimates.db.ts'

/**
 * Drafts an invoice from an estimate unless the customer declined it. Throws `not_found`,
 * `estimate_closed`, `currency_mismatch`, `amount_too_large`, `too_many_lines`.
 */
export const invoiceEstimate = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceRow> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    const row = await lockEstimateRow(tx, orgId, id)
    requireStatus(row, deps.now(), ['draft', 'sent', 'accepted', 'expired'])
    const invoice = await draftInvoice(deps, tx, {
      orgId,
      input: { customerId: row.customer_id, vatRateBps: row.vat_rate_bps, ...row.document },
      content: { lineItems: row.line_items, currency: row.currency, offerId: row.offer_id },
      origin: { source: 'one_off', schedule_id: null, period: null },
      author: toAuthor(ctx.principal),
    })
    await requireHandable(deps, tx, orgId, toInvoice(deps, invoice))
    const invoiced = await updateEstimateRow(tx, row, {
      status: 'invoiced',
      invoice_id: invoice.id,
    })
    await recordEstimateEvent(deps, tx, invoiced, {
      kind: 'invoiced',
      author: toAuthor(ctx.principal),
      detail: { invoiceId: invoice.id },
    })
    await auditEstimate(tx, invoiced, 'estimate.invoiced')
    return invoice
  })
