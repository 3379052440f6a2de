import { type NewMail, oneLine } from '@atrium/mailer'
import { amountDueOf } from '../invoices/invoice.ts'
import { formatAmount, formatDate } from '../pdf/format.ts'
import type { RemindedRow } from './reminders.db.ts'

const hour = 3_600

/** The mail that reminds a customer of an open invoice, `days` after its due date or before it. */
export function reminderMail(invoice: RemindedRow, days: number): NewMail {
  const { id, org_id: orgId, issue_date, due_date, seller } = invoice
  const number = oneLine(invoice.number ?? 'without a number', 80)
  const from = oneLine(seller?.name ?? '', 80)
  const amount = formatAmount(amountDueOf(invoice), invoice.currency)
  const due = formatDate((due_date ?? new Date(0)).toISOString())
  const isLate = days > 0
  return {
    key: `reminder:${id}:${issue_date?.getTime() ?? 0}:${days}`,
    orgId,
    recipient: invoice.email,
    subject: `${isLate ? 'Overdue' : 'Reminder'}: invoice ${number}${from === '' ? '' : ` of ${from}`}`,
    text: `${[
      `Invoice ${number}${from === '' ? '' : ` of ${from}`} over ${amount} ${isLate ? 'was' : 'is'} due on ${due}.`,
      ...(invoice.payments_hosted_invoice_url === null
        ? []
        : [`You can see and pay it here:\n${invoice.payments_hosted_invoice_url}`]),
      'If you have paid it already, ignore this mail.',
    ].join('\n\n')}\n`,
    // A later one might arrive after the payment.
    usefulForSeconds: 12 * hour,
  }
}
