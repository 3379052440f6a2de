import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { changeInvoice, lockInvoice } from '../invoices/get-invoice.ts'
import { recordHistory } from '../invoices/history/history.ts'
import { claimSettledMails, hasSettledMails, type SettledMail } from './invoice-mails.db.ts'

const batch = 100

/** Records on each invoice if its mails were sent, or why they failed. */
export async function noteMailedInvoices(deps: Deps, signal?: AbortSignal): Promise<void> {
  // Usually there is none, and a transaction takes three statements.
  if (!(await hasSettledMails(deps.db))) return
  for (;;) {
    const noted = await inTransaction(deps.db, undefined, async (tx) => {
      const mails = await claimSettledMails(tx, batch)
      for (const mail of mails) await noteMail(deps, tx, mail)
      return mails.length
    })
    if (noted < batch || signal?.aborted) return
  }
}

async function noteMail(
  { logger, newId }: Deps,
  tx: Transaction,
  mail: SettledMail,
): Promise<void> {
  const { org_id, invoice_id, issue_date, author, is_sent, failure, settled_at } = mail
  const invoice = await lockInvoice(tx, org_id, invoice_id)
  // The mail no longer belongs to the invoice if it was reset meanwhile.
  if (invoice.issue_date?.getTime() !== issue_date.getTime()) return
  const { recipient, also_to, cc, subject, body } = mail
  const copy = {
    to: [recipient, ...also_to],
    cc,
    ...(subject === null ? {} : { subject }),
    ...(body === null ? {} : { text: body }),
  }
  if (is_sent) {
    await changeInvoice(tx, invoice, { mailed_at: settled_at, mail_failed: null })
    await recordHistory({ newId }, tx, invoice, { kind: 'mailed', author, detail: copy })
    return
  }
  if (invoice.status !== 'open') return
  const reason = failure ?? 'unknown reason'
  logger.warn({ invoice: invoice_id, reason }, '[invoices] the invoice could not be mailed')
  await changeInvoice(tx, invoice, { mail_failed: reason })
  await recordHistory({ newId }, tx, invoice, {
    kind: 'mail_failed',
    author,
    detail: { ...copy, reason },
  })
}
