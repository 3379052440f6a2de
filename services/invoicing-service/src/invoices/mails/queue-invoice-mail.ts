import { createHash, randomUUID } from 'node:crypto'
import type { ChangeAuthor, CustomerEmails, SendInvoice } from '@atrium/contracts'
import { json } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import { getCustomerRow, toRecipients } from '../../customers/billed-customer.ts'
import type { Db, Row, Transaction } from '../../database.ts'
import { insertInvoiceMail } from './invoice-mails.db.ts'

const day = 86_400

/** Returns a short form of an idempotency key, because it can be as long as the client wants. */
export const hashKey = (idempotencyKey: string): string =>
  createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)

/** The customer is read if it is not given. */
export type Addressed = Pick<Row<'invoices'>, 'org_id' | 'customer_id' | 'recipients'> & {
  customer?: Pick<Row<'customers'>, 'email' | 'emails'>
}

/**
 * Returns the recipients for an invoice's mails if nobody chose others: those set on the invoice,
 * else the customer's.
 */
export async function findRecipients(
  db: Db,
  { org_id: orgId, customer_id: customerId, recipients, customer }: Addressed,
): Promise<CustomerEmails> {
  if (recipients !== null && recipients.to.length > 0) return recipients
  const usual = toRecipients(customer ?? (await getCustomerRow(db, orgId, customerId)))
  return recipients === null ? usual : { to: usual.to, cc: recipients.cc }
}

/** Returns who gets a mail about an invoice. Chosen recipients replace the usual copies, too. */
export async function chooseRecipients(
  db: Db,
  invoice: Addressed,
  { to, cc }: Pick<SendInvoice, 'to' | 'cc'>,
): Promise<CustomerEmails> {
  const usual = await findRecipients(db, invoice)
  return { to: to ?? usual.to, cc: cc ?? (to === undefined ? usual.cc : []) }
}

interface InvoiceMail extends SendInvoice {
  author: ChangeAuthor
  /** Makes a repeated request queue one mail. By default every call queues a mail. */
  idempotencyKey?: string | undefined
}

/**
 * Queues a mail with the PDF of an open invoice, by default to the customer's current addresses. Texts
 * and PDF are added when it is sent. A customer without an address gets no mail.
 */
export async function queueInvoiceMail(
  tx: Transaction,
  invoice: Row<'invoices'> & Addressed,
  { to, cc, message, author, idempotencyKey = randomUUID() }: InvoiceMail,
): Promise<void> {
  const { id, org_id: orgId, issue_date } = invoice
  if (issue_date === null) return
  const chosen = await chooseRecipients(tx, invoice, { to, cc })
  const [recipient, ...others] = chosen.to
  if (recipient === undefined) return
  const key = `invoice:${id}:${issue_date.getTime()}:${hashKey(idempotencyKey)}`
  const isNew = await insertInvoiceMail(tx, {
    key,
    org_id: orgId,
    invoice_id: id,
    issue_date,
    also_to: others,
    cc: chosen.cc,
    message: message ?? null,
    author: json(author),
  })
  if (isNew)
    await queueMails(tx, [
      { key, orgId, recipient, subject: '', text: '', usefulForSeconds: 14 * day },
    ])
}
