/** Removes blanks and dashes from an IBAN or BIC and turns its letters into upper case. */
export const compactBankCode = (given: string): string => given.replace(/[\s-]/g, '').toUpperCase()

/** Returns true if a compact IBAN's check digits are right (ISO 13616-1, ISO 7064 MOD 97-10). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Returns true if a compact BIC is well formed (ISO 9362). */
export const isBic = (bic: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)

/** Formats an IBAN in groups of four characters, as printed. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

const shortestNumber = 4

/**
 * True if two texts mean the same account. Each is an IBAN or a national account number, with or
 * without bank code and leading zeros, which is a part of the IBAN.
 */
export function isSameAccount(a: string, b: string): boolean {
  const [one, two] = [compactAccount(a), compactAccount(b)]
  if (one === two) return true
  if (isIban(one) === isIban(two)) return false
  const [iban, national] = isIban(one) ? [one, two] : [two, one]
  const accountPart = iban.slice(4)
  const number = national.replace(/^0+/, '')
  if (number.length < shortestNumber) return false
  if (accountPart.includes(number)) return true
  // Banks in Germany and Austria write the account without the zeros that fill it in the IBAN.
  return [8, 5].some(
    (bankCode) =>
      national.startsWith(accountPart.slice(0, bankCode)) &&
      national.slice(bankCode).replace(/^0+/, '') ===
        accountPart.slice(bankCode).replace(/^0+/, ''),
  )
}

const compactAccount = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
