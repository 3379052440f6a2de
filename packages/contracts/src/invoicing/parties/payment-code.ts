const structured = /^RF\d{2}[A-Z0-9]{1,21}$/

/** Puts a text on one line and shortens it. Counts characters, not UTF-16 units. */
const readLine = (text: string, longest: number): string =>
  Array.from(text.replace(/[\s\p{C}]+/gu, ' ').normalize('NFC'))
    .slice(0, longest)
    .join('')

/**
 * Returns the payment code for banking apps (European Payments Council, EPC069-12, version 2).
 * Returns null if the standard has no code for the payment: only euros from 0.01 to 999,999,999.99
 * can be transferred with one.
 */
export function paymentCodeText(
  {
    account,
    reference,
  }: {
    account: { iban: string; bic: string | null; holder: string } | null
    reference: string | null
  },
  { amountCents, currency }: { amountCents: number; currency: string },
): string | null {
  if (account === null || currency !== 'EUR') return null
  if (amountCents < 1 || amountCents > 99_999_999_999) return null
  const cents = String(amountCents).padStart(3, '0')
  const stated = readLine(reference ?? '', 140)
  const isStructured = structured.test(stated)
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    account.bic ?? '',
    readLine(account.holder, 70),
    account.iban,
    `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`,
    '',
    isStructured ? stated : '',
    isStructured ? '' : stated,
  ].join('\n')
}
