import type { BankSuggestion } from '@atrium/contracts'
import { formatAmount } from '../../pdf/format.ts'
import { findPayers, type KnownPayers, mostWithAmount } from './match-booking.ts'
import { hasNearNumber } from './near-number.ts'
import type { Booking, OpenInvoice, OpenInvoices } from './open-invoices.ts'
import { findSum } from './sum-of-invoices.ts'

const mostSuggestions = 3
const largestFeeCents = 5_000

// Payers in Germany and its neighbours subtract one of these if they pay early.
const discountPercents = [2, 3]

/**
 * Says why an amount may be less than what is due: a usual discount, or a foreign bank's fees of at
 * most 5 % and 50.00. Undefined if there is no such reason.
 */
function explainMissing(amountCents: number, dueCents: number): string | undefined {
  const missing = dueCents - amountCents
  const percent = discountPercents.find((each) => Math.abs(missing * 100 - dueCents * each) <= 100)
  if (missing > 0 && percent !== undefined) return `a discount of ${percent} % for paying early`
  const isFee = missing > 0 && missing <= largestFeeCents && missing * 20 <= dueCents
  return isFee ? 'bank fees' : undefined
}

const list = (invoices: readonly OpenInvoice[]): string =>
  invoices.map(({ number }) => number).join(', ')

/** Returns invoices that a booking may pay, likeliest first. Every suggestion can be matched. */
export function suggest(
  booking: Booking,
  open: OpenInvoices,
  known: KnownPayers,
): BankSuggestion[] {
  const { amountCents, currency, reference } = booking
  if (amountCents <= 0) return []
  const found: Array<BankSuggestion & { key: string }> = []
  const add = (invoices: readonly OpenInvoice[], score: number, reason: string) => {
    const invoiceIds = invoices.map(({ id }) => id)
    const invoiceNumbers = invoices.map(({ number }) => number)
    found.push({ invoiceIds, invoiceNumbers, score, reason, key: [...invoiceIds].sort().join() })
  }
  const explain = (due: number): string | undefined => {
    const why = explainMissing(amountCents, due)
    const missing = formatAmount(due - amountCents, currency)
    return why === undefined ? undefined : `The amount is ${missing} less, which may be ${why}.`
  }
  const payers = findPayers(booking, open, known)
  const withAmount = open.withAmount(currency, amountCents)
  const near = open.customersNear(booking.counterparty, withAmount.slice(0, mostWithAmount))
  // Then the number in the text may be a typing error.
  const payerOwesAmount = withAmount.some(({ customerId }) => payers.all.has(customerId))

  const named = open
    .named(reference ?? '')
    .filter(({ value }) => value.currency === currency)
    .map(({ value, ...found }) => ({ ...found, invoice: value }))
  const strong = named.filter(({ isStrong }) => isStrong).map(({ invoice }) => invoice)
  // In "2026-000012, 13 and 14" only the first number is complete.
  const all = named.map(({ invoice }) => invoice)
  for (const invoices of strong.length === 0 ? [] : [strong, all]) {
    const together = invoices.reduce((sum, { dueCents }) => sum + dueCents, 0)
    const why = together === amountCents ? 'Their sum is the amount.' : explain(together)
    if (invoices.length > 1 && why !== undefined)
      add(
        invoices,
        together === amountCents ? 0.98 : 0.9,
        `The text names ${list(invoices)}. ${why}`,
      )
  }
  for (const { invoice, isStrong, isDoubtful } of named) {
    const isPayer = payers.all.has(invoice.customerId)
    const doubt = !isPayer && (payerOwesAmount || isDoubtful) ? -0.2 : 0
    const weight = (isStrong ? 0 : isPayer ? -0.1 : -0.35) + doubt
    const { number, dueCents } = invoice
    const less = explain(dueCents)
    if (dueCents === amountCents)
      add([invoice], 0.95 + weight, `The text names ${number}, and the amount is what is due.`)
    else if (less !== undefined) add([invoice], 0.88 + weight, `The text names ${number}. ${less}`)
    else if (amountCents < dueCents)
      add([invoice], 0.8 + weight, `The text names ${number}. It pays a part of what is due.`)
  }

  if (reference !== null) {
    for (const invoice of withAmount.slice(0, mostWithAmount)) {
      if (!hasNearNumber(reference, invoice.number)) continue
      const isPayer = payers.all.has(invoice.customerId)
      add(
        [invoice],
        isPayer ? 0.92 : 0.78,
        `The text has nearly the number ${invoice.number}, and the amount is what is due.`,
      )
    }
  }

  for (const customerId of new Set([...payers.all, ...near])) {
    const isKnown = payers.byAccount.includes(customerId)
    const isNamed = payers.byName.includes(customerId)
    const weight = isKnown ? (isNamed ? 0.04 : 0.02) : isNamed ? 0 : -0.1
    const invoices = open.ofCustomer(customerId, currency)
    const customer = invoices[0]?.customerName ?? 'the customer'
    const why = isKnown
      ? `${customer} paid from this account before`
      : `The payer’s name is ${isNamed ? '' : 'nearly '}that of ${customer}`
    const equal = invoices.filter(({ dueCents }) => dueCents === amountCents)
    for (const [at, invoice] of equal.slice(0, mostSuggestions).entries())
      add([invoice], 0.85 + weight - at * 0.05, `${why}, and the amount is what is due.`)
    const sum = equal.length > 0 ? undefined : findSum(invoices, amountCents)
    if (sum !== undefined)
      add(sum, 0.75 + weight, `${why}, and ${list(sum)} together are the amount.`)
    for (const invoice of invoices) {
      const less = explain(invoice.dueCents)
      if (less !== undefined) add([invoice], 0.6 + weight, `${why}. ${less}`)
    }
    const [first] = invoices
    if (invoices.length === 1 && first !== undefined && amountCents < first.dueCents)
      add([first], 0.4 + weight, `${why}. It pays a part of what is due.`)
  }

  for (const invoice of withAmount.slice(0, mostSuggestions))
    add([invoice], withAmount.length === 1 ? 0.5 : 0.3, 'The amount is what is due.')

  return pick(found)
}

function pick(found: ReadonlyArray<BankSuggestion & { key: string }>): BankSuggestion[] {
  const best = new Map<string, BankSuggestion>()
  for (const { key, ...suggestion } of [...found].sort((a, b) => b.score - a.score))
    if (!best.has(key)) best.set(key, suggestion)
  return [...best.values()]
    .slice(0, mostSuggestions)
    .map((each) => ({ ...each, score: Math.round(Math.max(0, each.score) * 100) / 100 }))
}
