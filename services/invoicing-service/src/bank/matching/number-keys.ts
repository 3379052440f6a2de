import { paymentReference } from '../../invoices/payment-reference.ts'

/** One way to write an invoice number. */
export interface NumberKey {
  key: string
  /** False if the form is so short that other numbers in a text look the same. */
  isStrong: boolean
  /** True if the form leaves nothing out. */
  isWhole: boolean
}

const groupForm = /\p{L}+|\p{Nd}+/gu
const mostKeys = 40

/** Returns a text's runs of letters and digits in upper case. */
export const splitGroups = (text: string): string[] => text.toUpperCase().match(groupForm) ?? []

const isDigits = (group: string | undefined): boolean => /^\p{Nd}/u.test(group ?? '')

const countDigits = (key: string): number => key.replace(/\P{Nd}/gu, '').length

function isStrongKey(key: string): boolean {
  const digits = countDigits(key)
  const letters = key.length - digits
  return digits >= 6 || (letters >= 2 && digits >= 4)
}

/**
 * Returns a number's forms: without separators, without its prefix, without leading zeros in its
 * last part, and its RF reference (ISO 11649). A form without the year is not strong, because each
 * year has the same one.
 */
export function numberKeys(number: string): NumberKey[] {
  const groups = splitGroups(number)
  const last = groups.findLastIndex(isDigits)
  if (last === -1) return []
  const tail = groups.slice(last + 1).join('')
  const sequence = groups[last] ?? ''
  const head = groups.slice(0, last)
  const zeros = /^0*/.exec(sequence.slice(0, -1))?.[0].length ?? 0
  const years = head.filter(isDigits).join('')
  const keys = new Map<string, NumberKey>()
  for (const start of [head.join(''), years, '']) {
    const isDated = start !== '' || years === ''
    for (let cut = 0; cut <= zeros && keys.size < mostKeys; cut += 1) {
      const key = `${start}${sequence.slice(cut)}${tail}`
      const isWhole = cut === 0 && start === head.join('')
      if (!keys.has(key)) keys.set(key, { key, isStrong: isDated && isStrongKey(key), isWhole })
    }
  }
  const forms = [...keys.values()]
  const reference = paymentReference(number)
  return reference === null ? forms : [...forms, { key: reference, isStrong: true, isWhole: true }]
}

const mostGroups = 300
const mostJoined = 12
const longestKey = 40
// A form shared by more invoices tells nothing.
const mostSharing = 20

/** Returns the end that all forms of a number share: its last part without leading zeros. */
export function numberEnding(number: string): string {
  const digits = number.match(/\d+/g)?.at(-1) ?? ''
  if (digits === '') return ''
  const tail = number.slice(number.lastIndexOf(digits) + digits.length)
  return digits.replace(/^0+(?=\d)/, '') + tail.toUpperCase().replace(/[^A-Z]/g, '')
}

// The last part of a number has at most nine digits.
const longestEnding = 12

/** Yields each part of a text that may be the ending of a number. A bank may split the digits. */
export function* eachEnding(text: string): Generator<string> {
  const groups = splitGroups(text).slice(0, mostGroups)
  let digits = ''
  for (const [at, group] of groups.entries()) {
    digits = isDigits(group) ? `${digits}${group}`.slice(-longestEnding) : ''
    const letters = groups[at + 1]
    for (let from = 0; from < digits.length; from += 1) {
      const ending = digits.slice(from)
      yield ending
      if (letters !== undefined && !isDigits(letters)) yield `${ending}${letters}`
    }
  }
}

// Words before a number, so that a short number is an invoice number.
const cue =
  /^(?:INVOICE|INV|INVOICENO|RECHNUNG|RECHNUNGSNR|RECHNUNGSNUMMER|RECHNR|RNR|RGNR|RG|RE|RENR|BELEG|FACTURE|FACT|FAC|FACTURA|FRA|FATTURA|FATT|FT|FACTUUR|FACTUURNR|FAKTURA|FACTUURNUMMER)$/
const filler = /^(?:NR|NO|NUM|NUMMER|NUMBER|NUMERO|N|NUMÉRO|NÚMERO|VOM|DU|DEL)$/

// Words before another kind of number, for example an estimate, an order or a customer.
const otherCue =
  /^(?:EST|ESTIMATE|QUOTE|OFFER|ANGEBOT|ANG|DEVIS|PREVENTIVO|OFFERTE|PRESUPUESTO|CN|CREDIT|CREDITNOTE|NOTE|GUTSCHRIFT|GS|AVOIR|STORNO|ORDER|BESTELLUNG|BESTELLNR|AUFTRAG|AUFTRAGSNR|PO|COMMANDE|PEDIDO|ORDINE|BESTELLING|KD|KDNR|KDN|KUNDE|KUNDENNR|KUNDENNUMMER|CUSTOMER|CLIENT|CLIENTE|KLANT|KLANTNR|MEMBER|MITGLIED|MITGLIEDSNR|VERTRAG|VERTRAGSNR|CONTRACT|CONTRAT|MANDAT|MANDATE|MREF|LIEFERSCHEIN|ACCOUNT|KONTO|KTO)$/
const neutral = /^(?:REF|REFERENCE|REFERENZ|REFERENTIE|SVWZ|EREF|KREF|BETREFF|PAYMENT|ZAHLUNG)$/

export interface FoundKey<T> {
  value: T
  isStrong: boolean
  /** True if a word such as "invoice" comes before the number, or if the number has six digits. */
  hasCue: boolean
  /** True if the text may mean another number that only contains this one. */
  isDoubtful: boolean
}

interface Span<T> extends FoundKey<T> {
  from: number
  to: number
}

interface Group {
  text: string
  /** True if no space separates it from the group before it. */
  isGlued: boolean
}

function readGroups(text: string): Group[] {
  const groups: Group[] = []
  const upper = text.toUpperCase()
  let end = -1
  for (const match of upper.matchAll(groupForm)) {
    if (groups.length === mostGroups) break
    const isGlued = end !== -1 && !/\s/.test(upper.slice(end, match.index))
    groups.push({ text: match[0], isGlued })
    end = match.index + match[0].length
  }
  return groups
}

/**
 * True if the groups around a form belong to another number. For example, `EST-2026-000012` is no
 * invoice, and `INV-2025-000012` is not invoice 12 of 2026. A bare `12` may also be part of a date.
 */
function isDoubtful(groups: readonly Group[], from: number, to: number, form: NumberKey): boolean {
  const first = groups[from]
  if (!isDigits(first?.text)) return false
  const before = groups[from - 1]
  const after = groups[to + 1]
  const isGlued = first?.isGlued === true
  if (!form.isWhole && isGlued && isDigits(before?.text)) return true
  if (!form.isStrong && isDigits(before?.text)) return true
  if (!form.isStrong && isDigits(after?.text) && after?.isGlued === true) return true
  const word = before?.text ?? ''
  if (isGlued && before !== undefined && !isDigits(before.text))
    return !(cue.test(word) || filler.test(word) || neutral.test(word))
  let at = from - 1
  while (at >= 0 && at > from - 3 && filler.test(groups[at]?.text ?? '')) at -= 1
  return otherCue.test(groups[at]?.text ?? '')
}

/**
 * Finds the invoice numbers in a text. A number may be split by spaces and signs. If numbers
 * overlap, the longest counts, but if only spaces make it longer, the shorter one counts too. Takes
 * linear time.
 */
export function findNumbers<T>(
  text: string,
  index: ReadonlyMap<string, ReadonlyArray<NumberKey & { value: T }>>,
): FoundKey<T>[] {
  const groups = readGroups(text)
  const spans: Span<T>[] = []
  // For each group, the last group of the longest number beginning there.
  const ends = groups.map(() => -1)
  // The same, if the following groups are apart.
  const spaced = new Set<string>()
  for (let from = 0; from < groups.length; from += 1) {
    let joined = ''
    for (let to = from; to < Math.min(groups.length, from + mostJoined); to += 1) {
      joined += groups[to]?.text ?? ''
      if (joined.length > longestKey) break
      const values = index.get(joined) ?? []
      if (values.length === 0 || values.length > mostSharing) continue
      ends[from] = to
      if (groups[to + 1]?.isGlued === false) spaced.add(`${from} ${to}`)
      for (const { value, ...form } of values)
        spans.push({
          value,
          isStrong: form.isStrong,
          hasCue: isCued(groups, from) || countDigits(joined) >= 6,
          isDoubtful: isDoubtful(groups, from, to, form),
          from,
          to,
        })
    }
  }
  let reached = -1
  const reachedBefore = ends.map((end) => {
    const before = reached
    reached = Math.max(reached, end)
    return before
  })
  const longest = spans.filter(
    ({ from, to }) =>
      (reachedBefore[from] ?? -1) < to && (ends[from] === to || spaced.has(`${from} ${to}`)),
  )
  return mergeFound(longest)
}

function isCued(groups: readonly Group[], from: number): boolean {
  let at = from - 1
  while (at >= 0 && at > from - 3 && filler.test(groups[at]?.text ?? '')) at -= 1
  return cue.test(groups[at]?.text ?? '') || cue.test(groups[from]?.text ?? '')
}

function mergeFound<T>(spans: readonly Span<T>[]): FoundKey<T>[] {
  const found = new Map<T, FoundKey<T>>()
  for (const { value, isStrong, hasCue, isDoubtful } of spans) {
    const known = found.get(value)
    const isBetter = known === undefined || (known.isDoubtful && !isDoubtful)
    if (isBetter) found.set(value, { value, isStrong, hasCue, isDoubtful })
    else if (known.isDoubtful === isDoubtful) {
      known.isStrong ||= isStrong
      known.hasCue ||= hasCue
    }
  }
  return [...found.values()]
}
