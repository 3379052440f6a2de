import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { ProcessorInvoice } from '../processor/processor.ts'
import { openDraft } from './finalize-invoice.ts'
import type { InvoiceRow } from './invoice.ts'
import { lockInvoiceOf, lockInvoiceRow } from './invoices.db.ts'
import { moveInvoice } from './move-invoice.ts'
import { findPushOf, updatePush } from './pushes.db.ts'
import { findSeller } from './seller.ts'

export interface Statement {
  accountId: string
  processorInvoiceId: string
  status: ProcessorInvoice['status']
  at: Date
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
  /** The amount that credit notes had taken off there before a payment. */
  creditedCents: number
}

/** A statement from before the opening transaction opens the invoice first; undefined for an unknown invoice. */
export async function applyStatement(
  deps: Deps,
  tx: Transaction,
  { accountId, processorInvoiceId, status, at, hostedInvoiceUrl, invoicePdf, creditedCents }: Statement,
): Promise<InvoiceRow | undefined> {
  const known = await lockInvoiceOf(tx, accountId, processorInvoiceId)
  if (known !== undefined) return moveInvoice(tx, known, status, at, creditedCents)
  const push = await findPushOf(tx, accountId, processorInvoiceId)
  if (push === undefined) return undefined
  // The opening transaction may commit between these reads; the lock shows its result.
  const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
  if (row.payments_invoice_id === processorInvoiceId) return moveInvoice(tx, row, status, at, creditedCents)
  const isIssued = status !== 'draft' && status !== 'void'
  const isCurrent = row.status === 'draft' && row.version === push.version
  if (!isIssued || !isCurrent || (push.state !== 'filled' && push.state !== 'finalized')) return undefined
  const finalized = await updatePush(tx, push, {
    hosted_invoice_url: hostedInvoiceUrl,
    invoice_pdf_url: invoicePdf,
  })
  const seller = (await findSeller(tx, row.org_id)) ?? null
  return moveInvoice(tx, await openDraft(deps, tx, row, seller, finalized), status, at)
}
