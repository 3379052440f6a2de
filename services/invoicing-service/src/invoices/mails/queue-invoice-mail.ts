import { createHash, randomUUID } from 'node:crypto'
import type { ChangeAuthor, SendInvoice } from '@atrium/contracts'
import { json } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import { getBuyer } from '../../customers/billed-customer.ts'
import type { Row, Transaction } from '../../database.ts'
import { insertInvoiceMail } from './invoice-mails.db.ts'

const day = 86_400

interface InvoiceMail extends SendInvoice {
  author: ChangeAuthor
  /** Makes a repeated request queue one mail. By default every call queues a mail. */
  idempotencyKey?: string | undefined
}

/**
 * Queues a mail with the PDF of an open invoice, by default to the customer's current address. Text
 * and PDF are added when it is sent. A customer without an address gets no mail.
 */
export async function queueInvoiceMail(
  tx: Transaction,
  invoice: Row<'invoices'>,
  { to, cc = [], message, author, idempotencyKey = randomUUID() }: InvoiceMail,
): Promise<void> {
  const { id, org_id: orgId, customer_id, issue_date } = invoice
  if (issue_date === null) return
  const [recipient, ...others] = to ?? [(await getBuyer(tx, orgId, customer_id)).email]
  if (recipient === undefined || recipient === '') return
  const hash = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
  const key = `invoice:${id}:${issue_date.getTime()}:${hash}`
  const isNew = await insertInvoiceMail(tx, {
    key,
    org_id: orgId,
    invoice_id: id,
    issue_date,
    also_to: others,
    cc,
    message: message ?? null,
    author: json(author),
  })
  if (isNew)
    await queueMails(tx, [
      { key, orgId, recipient, subject: '', text: '', usefulForSeconds: 14 * day },
    ])
}
