import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import type { StatedInvoice } from '../../processor/event.ts'
import type { ProcessorInvoice } from '../../processor/processor.ts'
import { openDraft } from '../finalize-invoice.ts'
import type { InvoiceRow } from '../invoice.ts'
import { lockInvoiceRow, lockProcessorInvoice } from '../invoices.db.ts'
import { moveInvoice } from '../move-invoice.ts'
import { findInvoicePush, updatePush } from '../pushes.db.ts'
import { findSeller } from '../seller.ts'

/** An invoice status that the processor reported at `at`. */
interface Statement {
  account: string
  invoice: StatedInvoice
  status: ProcessorInvoice['status']
  at: Date
}

/**
 * Applies a reported status. If the report arrived before the opening transaction committed, the
 * invoice is opened first. Returns undefined if the invoice is unknown.
 */
export async function applyStatement(
  deps: Deps,
  tx: Transaction,
  { account, invoice, status, at }: Statement,
): Promise<InvoiceRow | undefined> {
  const { id, creditedCents } = invoice
  const lockedInvoice = await lockProcessorInvoice(tx, account, id)
  if (lockedInvoice !== undefined)
    return moveInvoice(deps, tx, { row: lockedInvoice, stated: status, at, creditedCents })
  const push = await findInvoicePush(tx, account, id)
  if (push === undefined) return undefined
  // The opening transaction may commit between these reads. The lock waits for it and shows its
  // result.
  const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
  if (row.payments_invoice_id === id)
    return moveInvoice(deps, tx, { row, stated: status, at, creditedCents })
  const isIssued = status !== 'draft' && status !== 'void'
  const isCurrent = row.status === 'draft' && row.version === push.version
  if (!isIssued || !isCurrent || (push.state !== 'filled' && push.state !== 'finalized'))
    return undefined
  const finalized = await updatePush(tx, push, {
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    invoice_pdf_url: invoice.invoice_pdf ?? null,
  })
  const seller = (await findSeller(tx, row.org_id)) ?? null
  return moveInvoice(deps, tx, {
    row: await openDraft(deps, tx, { draft: row, seller, push: finalized }),
    stated: status,
    at,
  })
}
