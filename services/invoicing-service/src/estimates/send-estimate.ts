import { randomUUID } from 'node:crypto'
import type { SendInvoice } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import { yearIn } from '../calendar/calendar-days.ts'
import { findTimeZone, refreshTimeZone } from '../calendar/time-zone.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { requireNotNegative } from '../invoices/invoice.ts'
import { chooseRecipients, hashKey } from '../invoices/mails/queue-invoice-mail.ts'
import { requireAdmission } from '../invoices/mails/require-admission.ts'
import { countSend } from '../invoices/mails/send-invoice.ts'
import { sellerToFreeze } from '../invoices/seller.ts'
import { drawNumber } from '../numbering/numbering.ts'
import { auditEstimate } from './change-estimates.ts'
import { type EstimateRow, requireStatus } from './estimate.ts'
import { recordEstimateEvent } from './estimate-history.db.ts'
import {
  getEstimateRow,
  insertEstimateMail,
  lockEstimateRow,
  updateEstimateRow,
} from './estimates.db.ts'

const day = 86_400

/**
 * Queues a mail with the estimate, and numbers it when it is first sent. Freezes seller and buyer.
 * Throws `not_found`, `estimate_closed`, `negative_total`, `rate_limited`, `sender_not_verified`,
 * `mail_limit`.
 */
export async function sendEstimate(
  deps: Deps,
  ctx: Ctx,
  { id, input, key }: { id: string; input: SendInvoice; key: string | undefined },
): Promise<EstimateRow> {
  const { orgId, userId } = ctx.principal
  const idempotencyKey = key === undefined ? randomUUID() : `${userId} ${key}`
  await refreshTimeZone(deps, orgId, ctx.tx)
  const db = ctx.tx ?? deps.db
  const before = await getEstimateRow(db, orgId, id)
  requireStatus(before, deps.now(), ['draft', 'sent', 'expired'])
  await requireAdmission(deps, db, toAddressed(before), { ...input, idempotencyKey })
  const { seller } = await sellerToFreeze(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockEstimateRow(tx, orgId, id)
    const now = deps.now()
    requireStatus(row, now, ['draft', 'sent', 'expired'])
    requireNotNegative(row)
    const year = yearIn(now, await findTimeZone(tx, orgId))
    const sent = await updateEstimateRow(tx, row, {
      status: 'sent',
      number: row.number ?? (await drawNumber(tx, 'estimate', orgId, year)),
      sent_at: now,
      sends: countSend(row, now),
      seller: seller && json(seller),
      buyer: json(await getBuyer(tx, orgId, row.customer_id)),
    })
    const { to, cc } = await queueMail(tx, sent, input, idempotencyKey)
    const { message } = input
    await recordEstimateEvent(deps, tx, sent, {
      kind: 'sent',
      author: toAuthor(ctx.principal),
      detail: { number: sent.number ?? '', to, cc, ...(message !== undefined && { message }) },
    })
    await auditEstimate(tx, sent, 'estimate.sent')
    return sent
  })
}

/** Queues the mail, by default to the customer. Texts and PDF are added when it is sent. */
async function queueMail(
  tx: Transaction,
  row: EstimateRow,
  { message, ...chosen }: SendInvoice,
  idempotencyKey: string,
) {
  const chosenRecipients = await chooseRecipients(tx, toAddressed(row), chosen)
  const { to, cc } = chosenRecipients
  const [recipient, ...others] = to
  if (recipient === undefined) return chosenRecipients
  const { id, org_id: orgId } = row
  const key = `estimate:${id}:${hashKey(idempotencyKey)}`
  const isNew = await insertEstimateMail(tx, {
    key,
    org_id: orgId,
    estimate_id: id,
    also_to: others,
    cc,
    message: message ?? null,
  })
  if (isNew)
    await queueMails(tx, [
      { key, orgId, recipient, subject: '', text: '', usefulForSeconds: 14 * day },
    ])
  return chosenRecipients
}

export const toAddressed = ({ id, org_id, customer_id, document }: EstimateRow) => ({
  id,
  org_id,
  customer_id,
  recipients: document.recipients ?? null,
})
