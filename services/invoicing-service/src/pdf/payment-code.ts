import { encode } from 'uqr'
import type { PaymentMeans } from '../e-invoice/payment-means.ts'
import { oneLine } from './format.ts'

const structured = /^RF\d{2}[A-Z0-9]{1,21}$/

/**
 * Returns the content of a payment code that banking apps read (European Payments Council,
 * EPC069-12, version 2). Returns null if the standard has no code for the payment: only euros from
 * 0.01 to 999,999,999.99 can be transferred with one.
 */
export function paymentCodeText(
  { account, reference }: Pick<PaymentMeans, 'account' | 'reference'>,
  { amountCents, currency }: { amountCents: number; currency: string },
): string | null {
  if (account === null || currency !== 'EUR') return null
  if (amountCents < 1 || amountCents > 99_999_999_999) return null
  const cents = String(amountCents).padStart(3, '0')
  const stated = oneLine(reference ?? '')
  const isStructured = structured.test(stated)
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    account.bic ?? '',
    Array.from(oneLine(account.holder)).slice(0, 70).join(''),
    account.iban,
    `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`,
    '',
    isStructured ? stated : '',
    isStructured ? '' : Array.from(stated).slice(0, 140).join(''),
  ].join('\n')
}

/** Returns the rows of a QR code without a margin. True is a dark module. */
export const paymentCodeRows = (text: string): boolean[][] =>
  encode(text, { ecc: 'M', border: 0 }).data
