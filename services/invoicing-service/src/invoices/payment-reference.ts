const longest = 21

/**
 * Returns the RF creditor reference (ISO 11649) of a document number without its separators, for
 * example `RF94INV2026000001` for `INV-2026-000001`. Returns null if there is no number, or if the
 * number has more than 21 letters and digits.
 */
export function paymentReference(number: string | null): string | null {
  const text = (number ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  if (text === '' || text.length > longest) return null
  // ISO 7064: letters count as 10 to 35, and the remainder by 97 of the whole reference is 1.
  const digits = `${text}RF00`.replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))
  return `RF${String(98 - Number(BigInt(digits) % 97n)).padStart(2, '0')}${text}`
}
