import { InvoicePaid, InvoiceUncollectible, InvoiceVoided } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { ProcessorInvoice } from '../payments/processor.ts'
import { eventDataOf, type InvoiceRow, statusAfter } from './invoice.ts'
import { lockInvoiceOf, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { openDraft } from './open-draft.ts'
import { findPushOf, updatePush } from './pushes.db.ts'

const events = { paid: InvoicePaid, void: InvoiceVoided, uncollectible: InvoiceUncollectible } as const

/** Moves a locked invoice to what follows from the processor's statement, and says so; the row as it is then. */
export async function moveInvoice(
  tx: Transaction,
  row: InvoiceRow,
  said: ProcessorInvoice['status'],
): Promise<InvoiceRow> {
  const status = statusAfter(row, said)
  if (status === null) return row
  const moved = await updateInvoiceRow(tx, row.org_id, row.id, { status })
  await emit(tx, events[status], row.org_id, eventDataOf(moved))
  return moved
}

export interface Statement {
  accountId: string
  processorInvoiceId: string
  status: ProcessorInvoice['status']
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
}

/**
 * Applies what the processor says of one of its invoices; undefined when the ledger does not know it. A statement
 * that overtakes our own opening (or comes after a crash before it) opens first, since the processor has issued.
 */
export async function applyStatement(
  deps: Pick<Deps, 'now'>,
  tx: Transaction,
  statement: Statement,
): Promise<InvoiceRow | undefined> {
  const { accountId, processorInvoiceId, status } = statement
  const known = await lockInvoiceOf(tx, accountId, processorInvoiceId)
  if (known !== undefined) return moveInvoice(tx, known, status)
  const push = await findPushOf(tx, accountId, processorInvoiceId)
  if (push === undefined) return undefined
  // Our own opening may commit between these reads; under the lock the row says what is so.
  const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
  if (row.payments_invoice_id === processorInvoiceId) return moveInvoice(tx, row, status)
  const issued = status !== 'draft' && status !== 'void'
  const current = row.status === 'draft' && row.version === push.version
  if (!issued || !current || (push.state !== 'filled' && push.state !== 'finalized')) return undefined
  const finalized = await updatePush(tx, push, {
    hosted_invoice_url: statement.hostedInvoiceUrl,
    invoice_pdf_url: statement.invoicePdf,
  })
  const opened = await openDraft(deps, tx, push.org_id, push.invoice_id, null, finalized)
  return moveInvoice(tx, opened, status)
}
