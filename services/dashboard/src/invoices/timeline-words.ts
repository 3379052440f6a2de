import type { InvoiceTimelineEntry } from '@atrium/contracts'
import { amountLabel } from '../money/amounts/amount.ts'

export const methodWords: Readonly<Record<string, string>> = {
  transfer: 'bank transfer',
  bank_transfer: 'bank transfer',
  cash: 'cash',
  cheque: 'cheque',
  card: 'card',
  other: 'another way',
}

function remindedWords(days: number | undefined): string {
  if (days === undefined) return 'The customer was reminded'
  if (days === 0) return 'The customer was reminded on the due date'
  const count = Math.abs(days)
  const length = count === 1 ? '1 day' : `${count} days`
  return `The customer was reminded ${length} ${days < 0 ? 'before' : 'after'} the due date`
}

function paidWords({ method, reference }: InvoiceTimelineEntry['detail']): string {
  if (method === 'credit_note') return 'Paid: a credit note covers the rest'
  const by = method === undefined ? 'Paid' : `Paid by ${methodWords[method] ?? method}`
  return reference === undefined ? by : `${by}, reference ${reference}`
}

function creditedWords({ number, reason }: InvoiceTimelineEntry['detail']): string {
  const by = number === undefined ? 'Credited' : `Credited with ${number}`
  return reason === undefined ? by : `${by}: ${reason}`
}

const returnedWords = ({ amountCents, currency }: InvoiceTimelineEntry['detail']): string =>
  amountCents === undefined || currency === undefined
    ? 'the payment'
    : amountLabel(amountCents, currency)

export function timelineWords({
  kind,
  detail,
}: Pick<InvoiceTimelineEntry, 'kind' | 'detail'>): string {
  switch (kind) {
    case 'drafted':
      return 'Draft created'
    case 'opened':
      return detail.number === undefined ? 'Issued' : `Issued as ${detail.number}`
    case 'mailed':
      return 'Mailed to the customer'
    case 'mail_failed':
      return detail.reason === undefined ? 'The mail failed' : `The mail failed: ${detail.reason}`
    case 'reminded':
      return remindedWords(detail.days)
    case 'paid':
      return paidWords(detail)
    case 'payment_recorded':
      return `A payment of ${returnedWords(detail)} was recorded`
    case 'payment_undone':
      return `The payment of ${returnedWords(detail)} was undone`
    case 'voided':
      return 'Voided'
    case 'uncollectible':
      return 'Written off by the payment provider'
    case 'credited':
      return creditedWords(detail)
    case 'credit_refused':
      return `The payment provider refused ${detail.number ?? 'the credit note'}: ${detail.reason ?? 'no reason given'}`
    case 'refunded':
      return `${returnedWords(detail)} was refunded`
    case 'disputed':
      return `The customer disputes ${returnedWords(detail)}: ${detail.reason ?? 'no reason given'}`
    case 'dispute_won':
      return `The dispute over ${returnedWords(detail)} ended in your favour`
    case 'dispute_lost':
      return `The dispute over ${returnedWords(detail)} was lost`
    case 'reset':
      return 'Reset to a draft'
  }
}
