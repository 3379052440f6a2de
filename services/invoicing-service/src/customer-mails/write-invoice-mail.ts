import type { DocumentLanguage } from '@atrium/contracts'
import { buttonMail, oneLine } from '@atrium/mailer'
import { calculateDue, type DocumentContent } from '../pdf/document-content.ts'
import { documentWords, filled } from '../pdf/document-words.ts'
import { documentFormat } from '../pdf/format.ts'
import { customerWords } from './customer-words.ts'

export interface WrittenMail {
  subject: string
  text: string
  html: string
}

/** What mails say about an invoice. */
export interface InvoiceFacts {
  number: string
  company: string
  customer: string
  currency: string
  totalCents: number
  dueCents: number
  dueOn: string | null
  language: DocumentLanguage
  /** The page where the customer sees and pays the invoice. */
  payUrl: string | null
  /** The account for a bank transfer. Null if the seller has none. */
  bank: { iban: string; bic: string | null; reference: string } | null
}

export interface Reminder {
  /** 0 until the due date, then 1, 2 and 3 for the first, second and every later reminder. */
  level: 0 | 1 | 2 | 3
  /** The organisation's own words for the day. */
  own: { subject?: string | undefined; text?: string | undefined }
}

function readBank({ seller, invoice }: DocumentContent): InvoiceFacts['bank'] {
  const { iban, bic } = seller
  if (iban == null || iban === '') return null
  const reference = invoice.paymentReference ?? invoice.number ?? ''
  return { iban, bic: bic == null || bic === '' ? null : bic, reference: oneLine(reference, 80) }
}

/** Returns an issued invoice's facts in the document language. */
export const toInvoiceFacts = (content: DocumentContent): InvoiceFacts => ({
  number: oneLine(content.invoice.number ?? '', 80),
  company: oneLine(content.seller.name, 80),
  customer: oneLine(content.buyer.name, 80),
  currency: content.invoice.currency,
  totalCents: content.invoice.totalAmountCents,
  dueCents: calculateDue(content),
  dueOn: content.invoice.dueOn,
  language: content.language,
  payUrl: content.invoice.publicUrl ?? content.invoice.paymentsHostedInvoiceUrl,
  bank: readBank(content),
})

/**
 * Writes the mail that sends an invoice to its customer. `logoUrl` is the logo's URL inside the
 * mail.
 */
export function writeInvoiceMail(
  facts: InvoiceFacts,
  logoUrl: string | null,
  message: string | null,
): WrittenMail {
  const { company, dueCents, dueOn, language } = facts
  const words = customerWords[language]
  const values = toValues(facts)
  const subject = company === '' ? words.invoiceSubject : words.invoiceSubjectFrom
  const paragraphs = [
    message,
    filled(words.invoice, { ...values, amount: values.total }),
    dueCents === 0 ? null : filled(dueOn === null ? words.dueOnReceipt : words.due, values),
  ]
  return {
    subject: filled(subject, { ...values, seller: company }),
    ...frameMail(facts, logoUrl, paragraphs),
  }
}

/** Writes a customer's reminder for an open invoice. */
export function writeReminder(
  facts: InvoiceFacts,
  logoUrl: string | null,
  { level, own }: Reminder,
): WrittenMail {
  const words = customerWords[facts.language]
  const values = toValues(facts)
  const levels = [
    { subject: words.reminderSubject, text: words.reminder },
    { subject: words.overdueSubject, text: words.overdue },
    { subject: words.secondSubject, text: words.second },
    { subject: words.finalSubject, text: words.final },
  ] as const
  const standard = levels[level]
  // The later levels name the amount due themselves.
  const isRest = level < 2 && facts.dueCents < facts.totalCents
  const paragraphs =
    own.text === undefined
      ? [
          filled(standard.text, values),
          isRest ? filled(words.rest, values) : null,
          words.alreadyPaid,
        ]
      : [filled(own.text, values)]
  return {
    subject: oneLine(filled(own.subject ?? standard.subject, values), 200),
    ...frameMail(facts, logoUrl, paragraphs),
  }
}

/** Says how to pay by bank transfer. Null if nothing is due, or if the seller has no account. */
function writeTransfer({ bank, company, dueCents, language }: InvoiceFacts): string | null {
  if (bank === null || dueCents === 0) return null
  const words = customerWords[language]
  const lines = [
    filled(words.transfer, { company }),
    `IBAN: ${bank.iban.replace(/(.{4})(?=.)/g, '$1 ')}`,
    bank.bic === null ? null : `BIC: ${bank.bic}`,
    bank.reference === '' ? null : filled(words.reference, { reference: bank.reference }),
  ]
  return lines.filter((line) => line !== null).join('\n')
}

function toValues({
  number,
  company,
  customer,
  currency,
  totalCents,
  dueCents,
  dueOn,
  language,
}: InvoiceFacts) {
  const format = documentFormat(documentWords[language].locale, currency)
  return {
    number,
    company,
    customer,
    total: format.amount(totalCents),
    amount: format.amount(dueCents),
    date: dueOn === null ? '' : format.date(dueOn),
  }
}

function frameMail(
  facts: InvoiceFacts,
  logoUrl: string | null,
  paragraphs: ReadonlyArray<string | null>,
) {
  const { company, dueCents, dueOn, language, payUrl } = facts
  const words = customerWords[language]
  const values = toValues(facts)
  const figure = {
    label: documentWords[language].amountDue,
    value: values.amount,
    note: dueOn === null ? words.dueNow : filled(words.dueOn, values),
  }
  return buttonMail({
    language,
    sender: company === '' ? undefined : { name: company, logo: logoUrl ?? undefined },
    figure: dueCents === 0 ? undefined : figure,
    paragraphs: [...paragraphs, writeTransfer(facts)].filter((paragraph) => paragraph !== null),
    button: payUrl === null ? undefined : { label: words.view, url: payUrl },
    footer: company === '' ? undefined : company,
  })
}
