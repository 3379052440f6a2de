import { inTransaction } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Deps } from '../deps.ts'
import { recordReminders } from '../invoices/history.ts'
import { reminderMail } from './compose-reminder.ts'
import { claimReminders, listReminded } from './reminders.db.ts'

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
      await queueMails(
        tx,
        invoices.map((invoice) => reminderMail(invoice, daysOf(invoice.id))),
      )
      await recordReminders(
        tx,
        invoices.map((invoice) => ({ invoice, days: daysOf(invoice.id) })),
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
