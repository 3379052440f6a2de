import { isDatabaseAway } from '@atrium/database'
import { type ComposeMail, MailError, oneLine } from '@atrium/mailer'
import type { Row } from '../database.ts'
import type { Deps } from '../deps.ts'
import { issuedDocument } from '../documents/issued-document.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { amountDue, daysOfInvoice } from '../invoices/invoice.ts'
import { filled } from '../pdf/document-words.ts'
import { customerVoice, joinParagraphs, readOrgLocale } from './customer-voice.ts'
import { findInvoiceMail } from './invoice-mails.db.ts'

/**
 * Adds text and PDF to queued invoice mails. Does not send the mail if the invoice was paid, voided
 * or reset meanwhile. Other mails stay unchanged.
 */
export const invoiceMailComposer =
  (deps: Deps): ComposeMail =>
  async ({ key, org_id: orgId }) => {
    const mail = orgId === null ? undefined : await findInvoiceMail(deps.db, orgId, key)
    if (mail === undefined) return {}
    const invoice = await getInvoice(deps.db, mail.org_id, mail.invoice_id)
    const isReset = invoice.issue_date?.getTime() !== mail.issue_date.getTime()
    // A background pass marks an invoice with a total of zero as paid, possibly before its mail is
    // sent.
    const isOverNothing = invoice.status === 'paid' && Number(invoice.total_amount_cents) === 0
    if (isReset || (invoice.status !== 'open' && !isOverNothing)) {
      throw new MailError('The invoice is no longer open', { retryable: false })
    }
    try {
      return await compose(deps, mail, invoice)
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

async function compose(deps: Deps, mail: Row<'invoice_mails'>, invoice: Row<'invoices'>) {
  const { org_id: orgId, currency } = invoice
  const content = await issuedDocument(deps, invoice)
  const pdf = await deps.documents.pdf(orgId, content)
  const { words, amount, date } = customerVoice(
    content.buyer,
    await readOrgLocale(deps, orgId),
    currency,
  )
  const number = oneLine(invoice.number ?? '', 80)
  const seller = oneLine(content.seller.name, 80)
  const { dueOn } = daysOfInvoice(invoice)
  const due = amountDue(invoice)
  const values = {
    number,
    seller,
    amount: amount(Number(invoice.total_amount_cents)),
    url: invoice.payments_hosted_invoice_url ?? '',
  }
  const toPay = { amount: amount(due), date: dueOn === null ? '' : date(dueOn) }
  return {
    subject: filled(seller === '' ? words.invoiceSubject : words.invoiceSubjectFrom, values),
    text: joinParagraphs(
      mail.message,
      filled(words.invoice, values),
      due === 0 ? null : filled(dueOn === null ? words.dueOnReceipt : words.due, toPay),
      invoice.payments_hosted_invoice_url === null ? null : filled(words.payOnline, values),
      seller === '' ? null : seller,
    ),
    alsoTo: mail.also_to,
    cc: mail.cc,
    attachments: [
      {
        name: `${number.replace(/[^A-Za-z0-9._-]/g, '-')}.pdf`,
        contentType: 'application/pdf',
        content: Buffer.from(pdf).toString('base64'),
      },
    ],
  }
}
