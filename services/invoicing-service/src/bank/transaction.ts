import { createHash } from 'node:crypto'
import { bankErrors, minorDigits } from '@atrium/contracts'
import type { NewTransaction, TransactionRow } from './bank.db.ts'
import type { StatementRow } from './formats/statement-row.ts'
import type { Booking } from './matching/open-invoices.ts'

const mostCents = 999_999_999_999

/** Returns an amount in minor units. Throws `statement_unreadable` (422). */
export function toCents(amount: string, currency: string): number {
  const digits = minorDigits(currency)
  const [whole = '', rest = ''] = amount.replace('-', '').split('.')
  const cents = Number(`${whole}${rest.slice(0, digits).padEnd(digits, '0')}`)
  if (rest.length > digits || cents > mostCents) {
    const message = `The amount ${amount} ${currency} is too large or has too many decimals`
    throw bankErrors.statement_unreadable({
      message,
      details: { errors: [{ path: 'file', message }] },
    })
  }
  return amount.startsWith('-') && cents !== 0 ? -cents : cents
}

const mostTexts = 100

const hash = (...parts: ReadonlyArray<string | number | null>): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Creates transaction columns. The same booking gets the same key in every file: from the bank's
 * reference with account, day and amount, or else from all its fields and how often the file
 * repeated them before. Some banks reuse a reference within a day, so bookings with other texts are
 * told apart.
 */
export function createTransactionReader(newId: () => string, currency: string) {
  const counts = new Map<string, number>()
  const seen = new Map<string, string[]>()
  return (row: StatementRow): NewTransaction => {
    const { account, bookedOn, counterparty, iban, reference, bankReference } = row
    const unit = row.currency ?? currency
    const cents = toCents(row.amount, unit)
    let known_by: string
    if (bankReference === null) {
      const same = hash(account, bookedOn, cents, unit, counterparty, iban, reference)
      const n = (counts.get(same) ?? 0) + 1
      counts.set(same, n)
      known_by = `${same} ${n}`
    } else {
      known_by = hash('bank', account, bookedOn, cents, unit, bankReference)
      const texts = seen.get(known_by) ?? []
      const text = hash(counterparty, iban, reference)
      if (!texts.includes(text) && texts.length < mostTexts) texts.push(text)
      seen.set(known_by, texts)
      const n = texts.indexOf(text)
      if (n > 0) known_by = `${known_by} ${n + 1}`
    }
    return {
      id: newId(),
      known_by,
      account,
      booked_on: bookedOn,
      amount_cents: cents,
      currency: unit,
      counterparty,
      iban,
      reference,
      duplicate_of: null,
    }
  }
}

export const toBooking = (
  row: Pick<TransactionRow, 'currency' | 'counterparty' | 'iban' | 'reference'> & {
    amount_cents: string | number
  },
): Booking => ({
  amountCents: Number(row.amount_cents),
  currency: row.currency,
  counterparty: row.counterparty,
  iban: row.iban,
  reference: row.reference,
})
