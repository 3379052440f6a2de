import type { Booking, OpenInvoice, OpenInvoices } from './open-invoices.ts'

/** The most invoices with one amount whose customers and numbers are compared with a booking. */
export const mostWithAmount = 200

/** Customers who paid from an account before. */
export type KnownPayers = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns the customers who may have paid: those with this account, and those with the payer's
 * name.
 */
export function findPayers(booking: Booking, open: OpenInvoices, known: KnownPayers) {
  const byAccount = [...(known.get(booking.iban ?? '') ?? [])]
  const byName = open.customersNamed(booking.counterparty)
  return { byAccount, byName, all: new Set([...byAccount, ...byName]) }
}

/**
 * Returns the invoice that a booking certainly pays, or undefined. The amount is what is due, and
 * the text names this invoice alone. A short number counts only if the payer or the amount leaves no
 * doubt, and a part of another number never counts. If another customer is the payer and owes the
 * same amount, the number may be a typing error, so nothing is certain.
 */
export function matchBooking(
  booking: Booking,
  open: OpenInvoices,
  known: KnownPayers,
): OpenInvoice | undefined {
  const { amountCents, currency, reference } = booking
  if (amountCents <= 0 || reference === null) return undefined
  const named = open.named(reference)
  const strong = named.filter(({ isStrong }) => isStrong)
  const relevant = strong.length > 0 ? strong : named
  const agreeing = relevant.filter(
    ({ value }) => value.currency === currency && value.dueCents === amountCents,
  )
  const [only] = agreeing
  if (only === undefined || agreeing.length > 1) return undefined
  // With several numbers the payer may mean a sum or an earlier invoice.
  if (strong.length > 1) return undefined
  const { value: invoice, isStrong, hasCue, isDoubtful } = only
  if (isDoubtful) return undefined
  const payers = findPayers(booking, open, known)
  const sameAmount = open.withAmount(currency, amountCents)
  const isOther = !payers.all.has(invoice.customerId)
  if (isOther) {
    // A payer whose name has a typing error is no proof, but it is a reason to ask the user.
    const near = open.customersNear(booking.counterparty, sameAmount.slice(0, mostWithAmount))
    const isNear = near.has(invoice.customerId)
    const mayOwe = ({ customerId: id }: OpenInvoice) =>
      payers.all.has(id) || (!isNear && near.has(id))
    if (sameAmount.some(mayOwe)) return undefined
  }
  if (isStrong) return invoice
  const isAlone = (invoices: readonly OpenInvoice[]) => invoices.length === 1
  if (!isOther)
    return isAlone(sameAmount.filter(({ customerId }) => customerId === invoice.customerId))
      ? invoice
      : undefined
  return hasCue && isAlone(sameAmount) ? invoice : undefined
}
