import { paymentReference } from '../../invoices/payment-reference.ts'

/** A form in which people write an invoice number. */
export interface NumberKey {
  key: string
  /** False if the form is so short that other numbers in a text look the same. */
  isStrong: boolean
}

const groupForm = /\p{L}+|\p{Nd}+/gu
const mostKeys = 40

/** Returns the runs of letters and of digits in a text, in upper case. */
export const splitGroups = (text: string): string[] => text.toUpperCase().match(groupForm) ?? []

const countDigits = (key: string): number => key.replace(/\P{Nd}/gu, '').length

function isStrongKey(key: string): boolean {
  const digits = countDigits(key)
  const letters = key.length - digits
  return digits >= 6 || (letters >= 2 && digits >= 4)
}

/**
 * Returns the forms of a number: without separators, without its prefix, and without leading zeros
 * of its last part, and its RF reference (ISO 11649).
 */
export function numberKeys(number: string): NumberKey[] {
  const groups = splitGroups(number)
  const last = groups.findLastIndex((group) => /^\p{Nd}/u.test(group))
  if (last === -1) return []
  const tail = groups.slice(last + 1).join('')
  const sequence = groups[last] ?? ''
  const head = groups.slice(0, last)
  const zeros = /^0*/.exec(sequence.slice(0, -1))?.[0].length ?? 0
  const heads = [head.join(''), head.filter((group) => /^\p{Nd}/u.test(group)).join(''), '']
  const keys = new Set<string>()
  for (const start of heads) {
    for (let cut = 0; cut <= zeros && keys.size < mostKeys; cut += 1)
      keys.add(`${start}${sequence.slice(cut)}${tail}`)
  }
  const forms = [...keys].map((key) => ({ key, isStrong: isStrongKey(key) }))
  const reference = paymentReference(number)
  return reference === null ? forms : [...forms, { key: reference, isStrong: true }]
}

const mostGroups = 300
const mostJoined = 12
const longestKey = 40
// A form that more invoices share tells nothing.
const mostSharing = 20

// Words before a number, so that a short number is an invoice number.
const cue =
  /^(?:INVOICE|INV|INVOICENO|RECHNUNG|RECHNUNGSNR|RECHNUNGSNUMMER|RECHNR|RNR|RGNR|RG|RE|RENR|BELEG|FACTURE|FACT|FAC|FACTURA|FRA|FATTURA|FATT|FT|FACTUUR|FACTUURNR|FAKTURA|FACTUURNUMMER)$/
const filler = /^(?:NR|NO|NUM|NUMMER|NUMBER|NUMERO|N|NUMÉRO|NÚMERO|VOM|DU|DEL)$/

export interface FoundKey<T> {
  value: T
  isStrong: boolean
  /** True if a word such as "invoice" comes before the number. */
  hasCue: boolean
}

interface Span<T> extends FoundKey<T> {
  from: number
  to: number
}

/**
 * Finds the numbers that a text names. A number may be split by spaces and signs. Of overlapping
 * numbers the longest counts. Takes linear time.
 */
export function findNumbers<T>(
  text: string,
  index: ReadonlyMap<string, ReadonlyArray<{ value: T; isStrong: boolean }>>,
): FoundKey<T>[] {
  const groups = splitGroups(text).slice(0, mostGroups)
  const spans: Span<T>[] = []
  // The last group of the longest number that begins at a group.
  const ends = groups.map(() => -1)
  for (let from = 0; from < groups.length; from += 1) {
    let joined = ''
    for (let to = from; to < Math.min(groups.length, from + mostJoined); to += 1) {
      joined += groups[to]
      if (joined.length > longestKey) break
      const values = index.get(joined) ?? []
      if (values.length === 0 || values.length > mostSharing) continue
      ends[from] = to
      for (const { value, isStrong } of values)
        spans.push({ value, isStrong, hasCue: isCued(groups, from), from, to })
    }
  }
  let reached = -1
  const reachedBefore = ends.map((end) => {
    const before = reached
    reached = Math.max(reached, end)
    return before
  })
  const longest = spans.filter(
    ({ from, to }) => ends[from] === to && (reachedBefore[from] ?? -1) < to,
  )
  return mergeFound(longest)
}

function isCued(groups: readonly string[], from: number): boolean {
  let at = from - 1
  while (at >= 0 && at > from - 3 && filler.test(groups[at] ?? '')) at -= 1
  return cue.test(groups[at] ?? '') || cue.test(groups[from] ?? '')
}

function mergeFound<T>(spans: readonly Span<T>[]): FoundKey<T>[] {
  const found = new Map<T, FoundKey<T>>()
  for (const { value, isStrong, hasCue } of spans) {
    const known = found.get(value)
    found.set(value, {
      value,
      isStrong: isStrong || known?.isStrong === true,
      hasCue: hasCue || known?.hasCue === true,
    })
  }
  return [...found.values()]
}
