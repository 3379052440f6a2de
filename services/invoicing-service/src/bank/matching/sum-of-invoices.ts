import type { OpenInvoice } from './open-invoices.ts'

const mostInvoices = 14
const mostTogether = 12

/**
 * Returns a customer's invoices that add up to an amount: the oldest ones if possible, else any
 * among the oldest 14. At least two. Undefined if there are none.
 */
export function findSum(
  invoices: readonly OpenInvoice[],
  amountCents: number,
): OpenInvoice[] | undefined {
  let sum = 0
  for (const [at, { dueCents }] of invoices.entries()) {
    sum += dueCents
    if (sum > amountCents) break
    if (sum === amountCents && at > 0) return invoices.slice(0, at + 1)
  }
  const few = invoices.slice(0, mostInvoices)
  for (let together = 2; together <= Math.min(mostTogether, few.length); together += 1) {
    const found = choose(few, amountCents, together)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns `together` invoices that add up to an amount. Tries at most 2^14 choices. */
function choose(
  invoices: readonly OpenInvoice[],
  amountCents: number,
  together: number,
): OpenInvoice[] | undefined {
  if (together === 0) return amountCents === 0 ? [] : undefined
  for (const [at, invoice] of invoices.entries()) {
    if (invoice.dueCents > amountCents) continue
    const rest = choose(invoices.slice(at + 1), amountCents - invoice.dueCents, together - 1)
    if (rest !== undefined) return [invoice, ...rest]
  }
  return undefined
}
