import { inTransaction } from '@atrium/database'
import { type NewMail, oneLine, queueMails } from '@atrium/mailer'
import type { Deps } from '../deps.ts'
import { customerVoice, joinParagraphs, readOrgLocale } from '../invoice-mails/customer-voice.ts'
import { platformAuthor, recordHistories } from '../invoices/history/history.ts'
import { amountDue, daysOfInvoice } from '../invoices/invoice.ts'
import { filled } from '../pdf/document-words.ts'
import { claimReminders, listReminded, type RemindedRow } from './reminders.db.ts'

const batch = 100

/**
 * Sends due reminders. Claim, mail and history commit together, so any number of replicas sends
 * each once.
 */
export async function sendReminders(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const queued = await inTransaction(deps.db, undefined, async (tx) => {
      const claimed = await claimReminders(tx, deps.now(), batch)
      if (claimed.length === 0) return 0
      const days = new Map(claimed.map((reminder) => [reminder.invoice_id, reminder.days]))
      const invoices = await listReminded(tx, [...days.keys()])
      const findDays = (id: string): number => days.get(id) ?? 0
      const locales = await readLocales(deps, invoices)
      const mails = invoices.map((invoice) =>
        reminderMail(invoice, findDays(invoice.id), locales.get(invoice.org_id) ?? 'en'),
      )
      await queueMails(tx, mails)
      const reminded = { kind: 'reminded', author: platformAuthor } as const
      await recordHistories(
        deps,
        tx,
        invoices.map((invoice) => ({
          ...reminded,
          invoice,
          detail: { days: findDays(invoice.id) },
        })),
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

async function readLocales(
  deps: Deps,
  invoices: readonly RemindedRow[],
): Promise<Map<string, string>> {
  const orgs = [...new Set(invoices.map(({ org_id }) => org_id))]
  return new Map(
    await Promise.all(orgs.map(async (id) => [id, await readOrgLocale(deps, id)] as const)),
  )
}

const hour = 3_600

/**
 * Writes the mail that reminds a customer of an open invoice, `days` after or before its due date.
 */
export function reminderMail(invoice: RemindedRow, days: number, orgLocale: string): NewMail {
  const { id, org_id: orgId, issue_date, seller, currency } = invoice
  const buyer = invoice.buyer ?? { language: null, billingCountry: null }
  const { words, amount, date } = customerVoice(buyer, orgLocale, currency)
  const { dueOn } = daysOfInvoice(invoice)
  const url = invoice.payments_hosted_invoice_url
  const values = {
    number: oneLine(invoice.number ?? '', 80),
    amount: amount(amountDue(invoice)),
    date: dueOn === null ? '' : date(dueOn),
    url: url ?? '',
  }
  const isLate = days > 0
  const from = oneLine(seller?.name ?? '', 80)
  return {
    key: `reminder:${id}:${issue_date?.getTime() ?? 0}:${days}`,
    orgId,
    recipient: invoice.email,
    subject: filled(isLate ? words.overdueSubject : words.reminderSubject, values),
    text: joinParagraphs(
      filled(isLate ? words.overdue : words.reminder, values),
      url === null ? null : filled(words.payOnline, values),
      words.alreadyPaid,
      from === '' ? null : from,
    ),
    // A later mail might arrive after the payment.
    usefulForSeconds: 12 * hour,
  }
}
