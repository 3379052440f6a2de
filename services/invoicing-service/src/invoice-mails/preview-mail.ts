import type { InvoiceMailPreview, PreviewReminder, SendInvoice } from '@atrium/contracts'
import { addDays, dayIn } from '../calendar/calendar-days.ts'
import {
  toInvoiceFacts,
  writeInvoiceMail,
  writeReminder,
} from '../customer-mails/write-invoice-mail.ts'
import type { Ctx, Deps } from '../deps.ts'
import { describeDraft, issuedDocument } from '../documents/issued-document.ts'
import { orgSettings } from '../identity/orgs.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { requireDue } from '../invoices/invoice.ts'
import { requireMove } from '../invoices/invoice-moves.ts'
import { chooseRecipients } from '../invoices/mails/queue-invoice-mail.ts'
import { findIssuingProcessor } from '../invoices/processor/find-issuing-processor.ts'
import { sellerToFreeze } from '../invoices/seller.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'
import { findReminder } from '../reminders/reminder-settings.ts'

/** Shows a logo without an attachment, because a preview is no mail. */
export const toPicture = (logo: Uint8Array | null): string | null =>
  logo === null ? null : `data:image/jpeg;base64,${Buffer.from(logo).toString('base64')}`

/**
 * Returns the mail that finalizing a draft or sending an open invoice would send. Throws
 * `not_found`, `invoice_not_open`, `nothing_due`.
 */
export async function previewInvoiceMail(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { id, input: { to, cc, message } }: { id: string; input: SendInvoice },
): Promise<InvoiceMailPreview> {
  const row = await getInvoice(deps.db, orgId, id)
  const isDraft = row.status === 'draft'
  if (!isDraft) {
    requireMove('mail', row)
    requireDue(row)
  }
  const content = await (isDraft ? describeDraft(deps, row) : issuedDocument(deps, row))
  const issuing = isDraft ? await findIssuingProcessor(deps, { orgId, id }) : null
  return {
    sentBy: issuing === null ? 'atrium' : 'processor',
    ...(await chooseRecipients(deps.db, row, { to, cc })),
    ...writeInvoiceMail(toInvoiceFacts(content), toPicture(content.logo), message ?? null),
  }
}

/** Returns a day's reminder with example data, with the given words or the standard ones. */
export async function previewReminder(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { daysAfterDue, subject, text, language }: PreviewReminder,
) {
  const [settings, { seller }, stored] = await Promise.all([
    orgSettings(deps, orgId),
    sellerToFreeze(deps, orgId),
    findReminder(deps.db, orgId, daysAfterDue),
  ])
  const { logoUrl } = settings
  const logo = logoUrl === null ? null : await deps.logos.read(logoUrl, orgId)
  const today = dayIn(deps.now(), 'UTC')
  const example = {
    number: `INV-${today.slice(0, 4)}-000042`,
    company: seller?.name ?? '',
    customer: 'Example Ltd',
    currency: 'EUR',
    totalCents: 119_000,
    dueCents: 119_000,
    dueOn: addDays(today, -daysAfterDue),
    language: language ?? chooseDocumentLanguage(null, null, settings.locale),
    payUrl: deps.config.DASHBOARD_URL,
    bank: null,
  }
  const level = stored?.level ?? (daysAfterDue > 0 ? 1 : 0)
  return writeReminder(example, toPicture(logo), { level, own: { subject, text } })
}
