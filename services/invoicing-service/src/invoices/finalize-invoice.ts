import { type InvoiceWarning, requireRole } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type Ctx, type Deps, type Settle, settleNothing } from '../deps.ts'
import type { InvoiceRow } from './invoice.ts'
import { getInvoiceRow } from './invoices.db.ts'
import { mailPushed } from './mail-invoice.ts'
import { openDraft } from './open-draft.ts'
import { pushInvoice } from './push-invoice.ts'
import { standInOf } from './stand-in.ts'

/** A finalized invoice, and what a person should look at. */
export interface Finalized {
  row: InvoiceRow
  warnings: InvoiceWarning[]
}

/**
 * Numbers and opens a draft, and issues it through the processor when there is one. Owner or admin. Throws
 * `invoice_not_draft`, `invoice_changed`, `charges_not_enabled`, `account_mismatch` (409), `negative_total`,
 * `total_mismatch` (422), `unavailable` (503); then the invoice is still a draft, and finalizing again continues. What
 * goes through the processor is not part of the caller's transaction: each of its steps has to last, and `settle` is
 * called in the one that opens.
 */
export async function finalizeInvoice(
  deps: Deps,
  ctx: Ctx,
  id: string,
  settle: Settle<Finalized> = settleNothing,
): Promise<Finalized> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const { tx } = ctx
  if (deps.processor !== null || tx === undefined) return finalizeInvoiceOf(deps, orgId, id, settle)
  const { seller, warnings } = await standInOf(deps, orgId, tx)
  return { row: await openDraft(deps, tx, orgId, id, seller), warnings }
}

/**
 * The same for work that nobody signed in for. The processor comes first, in steps that can be repeated; then one
 * short transaction numbers and opens; only what the ledger has opened is mailed.
 */
export async function finalizeInvoiceOf(
  deps: Deps,
  orgId: string,
  id: string,
  settle: Settle<Finalized> = settleNothing,
): Promise<Finalized> {
  const { db, processor } = deps
  const { seller, warnings } = await standInOf(deps, orgId)
  if (processor === null) {
    const row = await inTransaction(db, undefined, (tx) => openDraft(deps, tx, orgId, id, seller))
    return { row, warnings }
  }
  const push = await pushInvoice(deps, processor, orgId, id)
  await inTransaction(db, undefined, async (tx) => {
    const row = await openDraft(deps, tx, orgId, id, seller, push)
    await settle(tx, { row, warnings })
  })
  await mailPushed(deps, processor, push)
  return { row: await getInvoiceRow(db, orgId, id), warnings }
}
