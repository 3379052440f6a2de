import { exactTotals } from '@atrium/contracts'

/** Formats a list's total. A large one is an estimate and therefore rounded: "about 12,000". */
export const formatTotal = (total: number): string =>
  total <= exactTotals
    ? total.toLocaleString()
    : `about ${total.toLocaleString(undefined, { maximumSignificantDigits: 2 })}`
