import { isDatabaseAway } from '@atrium/database'
import { buttonMail, type ComposeMail, MailError, oneLine } from '@atrium/mailer'
import type { Row } from '../database.ts'
import type { Deps } from '../deps.ts'
import { attachFiles, logoId } from '../invoice-mails/compose-invoice-mail.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { documentWords, filled } from '../pdf/document-words.ts'
import { documentFormat } from '../pdf/format.ts'
import { type EstimateRow, statusAt, toEstimate } from './estimate.ts'
import { estimateDocument } from './estimate-document.ts'
import { estimateWords } from './estimate-words.ts'
import { findEstimateMail, getEstimateRow } from './estimates.db.ts'

/**
 * Adds texts and PDF to queued mails about estimates. Does not send the mail if the estimate is no
 * longer open. Other mails go to `next`.
 */
export const estimateMailComposer =
  (deps: Deps, next: ComposeMail): ComposeMail =>
  async (queued) => {
    const { key, org_id: orgId } = queued
    if (orgId === null || !key.startsWith('estimate:')) return next(queued)
    const mail = await findEstimateMail(deps.db, orgId, key)
    // A deleted estimate has no mails.
    const row = mail && (await getEstimateRow(deps.db, orgId, mail.estimate_id))
    if (mail === undefined || row === undefined || row.status !== 'sent')
      throw new MailError('The estimate is no longer open', { retryable: false })
    try {
      return await compose(deps, mail, row)
    } catch (cause) {
      if (isDatabaseAway(cause)) throw cause
      throw new MailError('The document could not be created. Try again.', {
        retryable: true,
        cause,
      })
    }
  }

async function compose(deps: Deps, mail: Row<'estimate_mails'>, row: EstimateRow) {
  const content = await estimateDocument(deps, row)
  const pdf = await deps.documents.pdf(row.org_id, content)
  const logoUrl = content.logo === null ? null : `cid:${logoId}`
  return {
    ...writeEstimateMail(deps, row, content, { logoUrl, message: mail.message }),
    alsoTo: mail.also_to,
    cc: mail.cc,
    attachments: attachFiles(content, pdf),
  }
}

/** Returns the words of the mail with a sent estimate. */
export function writeEstimateMail(
  deps: Pick<Deps, 'config' | 'now'>,
  row: EstimateRow,
  { language, seller, invoice, estimate }: DocumentContent,
  { logoUrl, message }: { logoUrl: string | null; message: string | null },
) {
  const words = estimateWords[language]
  const format = documentFormat(documentWords[language].locale, invoice.currency)
  const number = oneLine(row.number ?? '', 80)
  const company = oneLine(seller.name, 80)
  const validUntil = estimate?.validUntil ?? null
  const values = {
    number,
    seller: company,
    amount: format.amount(invoice.totalAmountCents),
    date: validUntil === null ? '' : format.date(validUntil),
  }
  const isValid = validUntil !== null && statusAt(row, deps.now()) === 'sent'
  return {
    subject: filled(company === '' ? words.subject : words.subjectFrom, values),
    ...buttonMail({
      language,
      sender: company === '' ? undefined : { name: company, logo: logoUrl ?? undefined },
      figure: {
        label: documentWords[language].total,
        value: values.amount,
        note: isValid ? filled(words.until, values) : '',
      },
      paragraphs: [
        ...(message === null ? [] : [message]),
        filled(words.text, values),
        ...(isValid ? [filled(words.until, values)] : []),
      ],
      button: { label: words.view, url: toEstimate(deps, row).publicUrl ?? '' },
      footer: company === '' ? undefined : company,
    }),
  }
}
