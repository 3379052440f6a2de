import { AdmitMail, commonErrors, type SendInvoice } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Db } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import type { InvoiceRow } from '../invoice.ts'
import { type Addressed, chooseRecipients, hashKey } from './queue-invoice-mail.ts'

/**
 * Counts the mail towards the organisation's daily limit, because a user can write anything to
 * anybody in it. An invoice is no advertisement, so people who unsubscribed get it as well. Throws
 * `sender_not_verified`, `mail_limit`, `unavailable`.
 */
export async function requireAdmission(
  { bus }: Deps,
  db: Db,
  row: Addressed & Pick<InvoiceRow, 'id'>,
  { idempotencyKey, ...mail }: SendInvoice & { idempotencyKey: string },
): Promise<void> {
  const { to, cc } = await chooseRecipients(db, row, mail)
  const recipients = [...to, ...cc]
  if (recipients.length === 0) return
  const key = `invoice:${row.id}:${hashKey(idempotencyKey)}`
  const mailed = { orgId: row.org_id, key, recipients, isCountOnly: true }
  const { refusal } = await callRpc(bus, AdmitMail, mailed)
  if (refusal !== null) throw commonErrors[refusal.code]({ message: refusal.message })
}
