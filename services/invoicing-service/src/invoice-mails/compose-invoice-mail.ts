import { isDatabaseAway } from '@atrium/database'
import { type ComposeMail, type MailAttachment, MailError, oneLine } from '@atrium/mailer'
import {
  toInvoiceFacts,
  writeInvoiceMail,
  writeReminder,
} from '../customer-mails/write-invoice-mail.ts'
import type { Row } from '../database.ts'
import type { Deps } from '../deps.ts'
import { issuedDocument } from '../documents/issued-document.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { amountDue } from '../invoices/invoice.ts'
import { findRecipients } from '../invoices/mails/queue-invoice-mail.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { findReminder, type ReminderKey, readReminderKey } from '../reminders/reminder-settings.ts'
import { findInvoiceMail, keepMailCopy } from './invoice-mails.db.ts'

/**
 * Adds texts and PDF to queued mails about invoices. Does not send the mail if the invoice was paid,
 * voided or reset meanwhile. Other mails stay unchanged.
 */
export const invoiceMailComposer =
  (deps: Deps): ComposeMail =>
  async ({ key, org_id: orgId }) => {
    if (orgId === null) return {}
    const mail = await findInvoiceMail(deps.db, orgId, key)
    const asked = mail ?? readReminderKey(key)
    if (asked === undefined) return {}
    const invoice = await getInvoice(deps.db, orgId, asked.invoice_id)
    const isReset = invoice.issue_date?.getTime() !== asked.issue_date.getTime()
    if (isReset || !isWanted(invoice, mail !== undefined)) {
      throw new MailError('The invoice is no longer open', { retryable: false })
    }
    try {
      return await compose(deps, invoice, asked)
    } catch (cause) {
      if (isDatabaseAway(cause)) throw cause
      // For example, the document queue was full, or rendering took too long. Each retry waits
      // longer.
      throw new MailError('The document could not be created. Try again.', {
        retryable: true,
        cause,
      })
    }
  }

function isWanted(invoice: Row<'invoices'>, isFirst: boolean): boolean {
  if (invoice.status === 'open') return isFirst || amountDue(invoice) > 0
  // A background pass marks an invoice with a total of zero as paid, possibly before its mail is
  // sent.
  return isFirst && invoice.status === 'paid' && Number(invoice.total_amount_cents) === 0
}

export const logoId = 'logo'

async function compose(
  deps: Deps,
  invoice: Row<'invoices'>,
  asked: Row<'invoice_mails'> | ReminderKey,
) {
  const content = await issuedDocument(deps, invoice)
  const pdf = await deps.documents.pdf(invoice.org_id, content)
  const facts = toInvoiceFacts(content)
  const logoUrl = content.logo === null ? null : `cid:${logoId}`
  const attachments = attachFiles(content, pdf)
  if ('days' in asked) {
    const reminder = await findReminder(deps.db, invoice.org_id, asked.days)
    const { to, cc } = await findRecipients(deps.db, invoice)
    return {
      ...(reminder && writeReminder(facts, logoUrl, reminder)),
      alsoTo: to.slice(1),
      cc,
      attachments,
    }
  }
  const written = writeInvoiceMail(facts, logoUrl, asked.message)
  await keepMailCopy(deps.db, asked, written)
  return { ...written, alsoTo: asked.also_to, cc: asked.cc, attachments }
}

/** Returns the document, and the logo for the HTML. */
export function attachFiles({ invoice, logo }: DocumentContent, pdf: Uint8Array): MailAttachment[] {
  const name = oneLine(invoice.number ?? '', 80).replace(/[^A-Za-z0-9._-]/g, '-')
  const document = { name: `${name}.pdf`, contentType: 'application/pdf', content: encode(pdf) }
  if (logo === null) return [document]
  const picture = { name: 'logo.jpg', contentType: 'image/jpeg', contentId: logoId }
  return [document, { ...picture, content: encode(logo) }]
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
