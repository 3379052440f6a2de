import type { EstimateMailPreview, SendInvoice } from '@atrium/contracts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toPicture } from '../invoice-mails/preview-mail.ts'
import { chooseRecipients } from '../invoices/mails/queue-invoice-mail.ts'
import { sellerToFreeze } from '../invoices/seller.ts'
import { type EstimateRow, requireStatus } from './estimate.ts'
import { estimateDocument } from './estimate-document.ts'
import { writeEstimateMail } from './estimate-mail.ts'
import { getEstimateRow } from './estimates.db.ts'
import { toAddressed } from './send-estimate.ts'

/**
 * Returns the mail that sending the estimate now would send. Sends nothing. Throws `not_found`,
 * `estimate_closed`.
 */
export async function previewEstimateMail(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { id, input: { to, cc, message } }: { id: string; input: SendInvoice },
): Promise<EstimateMailPreview> {
  const row = await getEstimateRow(deps.db, orgId, id)
  requireStatus(row, deps.now(), ['draft', 'sent', 'expired'])
  const [{ seller }, buyer] = await Promise.all([
    sellerToFreeze(deps, orgId),
    getBuyer(deps.db, orgId, row.customer_id),
  ])
  const sent: EstimateRow = {
    ...row,
    status: 'sent',
    number: row.number ?? '…',
    sent_at: deps.now(),
    seller,
    buyer,
  }
  const content = await estimateDocument(deps, sent)
  const words = { logoUrl: toPicture(content.logo), message: message ?? null }
  return {
    ...(await chooseRecipients(deps.db, toAddressed(row), { to, cc })),
    ...writeEstimateMail(deps, sent, content, words),
  }
}
