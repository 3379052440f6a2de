import type { OrgSettings } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type NewMail, queueMails } from '@atrium/mailer'
import { toInvoiceFacts, writeReminder } from '../customer-mails/write-invoice-mail.ts'
import type { Row, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { describeIssued } from '../documents/issued-document.ts'
import { orgSettings } from '../identity/orgs.ts'
import { type HistoryEntry, platformAuthor, recordHistories } from '../invoices/history/history.ts'
import { findRecipients } from '../invoices/mails/queue-invoice-mail.ts'
import { toReminder, writeReminderKey } from './reminder-settings.ts'
import { claimReminders, listReminded, listSettings, type SettingsRow } from './reminders.db.ts'

const batch = 100
const hour = 3_600

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
      const orgs = await readOrgs(deps, tx, invoices)
      const reminders = []
      for (const invoice of invoices) {
        const org = orgs.get(invoice.org_id)
        if (org === undefined) continue
        reminders.push(await remind(deps, tx, { invoice, org, days: days.get(invoice.id) ?? 0 }))
      }
      const sent = reminders.filter((reminder) => reminder !== undefined)
      await queueMails(
        tx,
        sent.map(({ mail }) => mail),
      )
      if (sent.length > 0) {
        const entries = sent.map(({ entry }) => entry)
        await recordHistories(deps, tx, entries)
      }
      return claimed.length
    })
    if (queued > 0) {
      deps.mails.inc({ kind: 'reminder' }, queued)
      deps.logger.info({ reminders: queued }, '[invoices] reminders are queued')
    }
    if (queued < batch || signal?.aborted) return
  }
}

interface Org {
  reminders: SettingsRow
  settings: OrgSettings
}

/** Reads the settings for each invoice's organisation. */
async function readOrgs(
  deps: Deps,
  tx: Transaction,
  invoices: ReadonlyArray<Row<'invoices'>>,
): Promise<Map<string, Org>> {
  const rows = await listSettings(tx, [...new Set(invoices.map(({ org_id }) => org_id))])
  const orgs = rows.map(async (reminders): Promise<[string, Org]> => {
    const { org_id: orgId } = reminders
    return [orgId, { reminders, settings: await orgSettings(deps, orgId) }]
  })
  return new Map(await Promise.all(orgs))
}

/**
 * Writes an invoice's reminder and its history entry. Returns undefined if the customer has no
 * address. The mail gets logo, document and current amount when it is sent.
 */
async function remind(
  deps: Deps,
  tx: Transaction,
  { invoice, org, days }: { invoice: Row<'invoices'>; org: Org; days: number },
): Promise<{ mail: NewMail; entry: HistoryEntry & { invoice: Row<'invoices'> } } | undefined> {
  const { id: invoice_id, issue_date } = invoice
  const { to, cc } = await findRecipients(tx, invoice)
  const [recipient] = to
  if (recipient === undefined || issue_date === null) return undefined
  const content = await describeIssued(deps, invoice, org.settings)
  const mail = writeReminder(toInvoiceFacts(content), null, toReminder(org.reminders, days))
  const { subject, text } = mail
  return {
    mail: {
      key: writeReminderKey({ invoice_id, issue_date, days }),
      orgId: invoice.org_id,
      recipient,
      ...mail,
      // A later mail might arrive after the payment.
      usefulForSeconds: 12 * hour,
    },
    entry: {
      kind: 'reminded',
      author: platformAuthor,
      invoice,
      detail: { days, to, cc, subject, text },
    },
  }
}
