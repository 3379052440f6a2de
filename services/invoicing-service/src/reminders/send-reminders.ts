import { inTransaction } from '@atrium/database'
import { type NewMail, oneLine, queueMails } from '@atrium/mailer'
import type { Deps } from '../deps.ts'
import { platformAuthor, recordHistories } from '../invoices/history.ts'
import { amountDueOf, daysOfInvoice } from '../invoices/invoice.ts'
import { formatAmount } from '../pdf/format.ts'
import { claimReminders, listReminded, type RemindedRow } from './reminders.db.ts'

const batch = 100

/** Claim, mail and history of a reminder commit together, so that any number of replicas sends it once. */
export async function sendReminders(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const queued = await inTransaction(deps.db, undefined, async (tx) => {
      const claimed = await claimReminders(tx, deps.now(), batch)
      if (claimed.length === 0) return 0
      const days = new Map(claimed.map((reminder) => [reminder.invoice_id, reminder.days]))
      const invoices = await listReminded(tx, [...days.keys()])
      const daysOf = (id: string): number => days.get(id) ?? 0
      const mails = invoices.map((invoice) => reminderMail(invoice, daysOf(invoice.id)))
      await queueMails(tx, mails)
      const reminded = { kind: 'reminded', author: platformAuthor } as const
      await recordHistories(
        tx,
        invoices.map((invoice) => ({ ...reminded, invoice, detail: { days: daysOf(invoice.id) } })),
      )
      return claimed.length
    })
    if (queued > 0) {
      deps.mails.inc({ kind: 'reminder' }, queued)
      deps.logger.info({ reminders: queued }, '[invoices] reminders are queued')
    }
    if (queued < batch || signal?.aborted) return
  }
}

const hour = 3_600

/** The mail that reminds a customer of an open invoice, `days` after its due date or before it. */
export function reminderMail(invoice: RemindedRow, days: number): NewMail {
  const { id, org_id: orgId, issue_date, seller } = invoice
  const number = oneLine(invoice.number ?? 'without a number', 80)
  const from = oneLine(seller?.name ?? '', 80)
  const amount = formatAmount(amountDueOf(invoice), invoice.currency)
  const { dueOn } = daysOfInvoice(invoice)
  const isLate = days > 0
  return {
    key: `reminder:${id}:${issue_date?.getTime() ?? 0}:${days}`,
    orgId,
    recipient: invoice.email,
    subject: `${isLate ? 'Overdue' : 'Reminder'}: invoice ${number}${from === '' ? '' : ` of ${from}`}`,
    text: `${[
      `Invoice ${number}${from === '' ? '' : ` of ${from}`} over ${amount} ${isLate ? 'was' : 'is'} due on ${dueOn}.`,
      ...(invoice.payments_hosted_invoice_url === null
        ? []
        : [`You can see and pay it here:\n${invoice.payments_hosted_invoice_url}`]),
      'If you have paid it already, ignore this mail.',
    ].join('\n\n')}\n`,
    // A later one might arrive after the payment.
    usefulForSeconds: 12 * hour,
  }
}
