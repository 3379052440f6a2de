import { type ConditionOperator, containsPhone, isSamePhone } from '@atrium/contracts'
import type { Pace } from '@atrium/workflow-rules'
import type { ComparedTexts } from './compared-texts.ts'
import { includesPaced, includesText } from './find-text.ts'
import { asMoment, compareNumbers } from './numbers.ts'

export interface Operand {
  value: unknown
  texts: ComparedTexts
}

const exists = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
const folded = ({ value, texts }: Operand): string => texts.folded(value)

// The longest text of a phone number, with blanks between its digits.
const longestPhone = 60
const readPhone = (value: unknown): string =>
  typeof value === 'string' && value.length <= longestPhone ? value : ''
const samePhone = (left: Operand, right: Operand): boolean => {
  const phone = readPhone(left.value)
  return phone !== '' && isSamePhone(phone, readPhone(right.value))
}
/** True if two different numbers are one phone number, which a + shows. */
const isNumericPhone = (left: Operand, right: Operand): boolean =>
  [left, right].some(({ value }) => readPhone(value).trim().startsWith('+')) &&
  samePhone(left, right)

function same(left: Operand, right: Operand): boolean {
  if (!exists(left.value) || !exists(right.value)) return exists(left.value) === exists(right.value)
  const difference = compareNumbers(left.value, right.value)
  if (difference === undefined) return folded(left) === folded(right) || samePhone(left, right)
  return difference === 0 || isNumericPhone(left, right)
}

const both = (left: Operand, right: Operand): boolean => exists(left.value) && exists(right.value)

const hasPhone = (left: Operand, right: Operand): boolean => {
  const phone = readPhone(right.value)
  return phone !== '' && containsPhone(left.texts.text(left.value), phone)
}

const contains = (left: Operand, right: Operand): boolean => {
  if (!both(left, right)) return false
  return Array.isArray(left.value)
    ? left.value.some((value) => same({ value, texts: left.texts }, right))
    : includesText(folded(left), folded(right)) || hasPhone(left, right)
}

function ordered(left: Operand, right: Operand, holds: (difference: number) => boolean): boolean {
  const difference = compareNumbers(left.value, right.value)
  if (difference !== undefined) return holds(difference)
  const [from, to] = [asMoment(left.value), asMoment(right.value)]
  return from !== undefined && to !== undefined && holds(from - to)
}

type Operator = (left: Operand, right: Operand) => boolean

/** All operators except `matches`. `conditions.ts` handles that one. */
export type PlainOperator = Exclude<ConditionOperator, 'matches'>

const operators: Readonly<Record<PlainOperator, Operator>> = {
  is: same,
  is_not: (left, right) => !same(left, right),
  contains,
  not_contains: (left, right) => !contains(left, right),
  starts_with: (left, right) => both(left, right) && folded(left).startsWith(folded(right)),
  ends_with: (left, right) => both(left, right) && folded(left).endsWith(folded(right)),
  gt: (left, right) => ordered(left, right, (difference) => difference > 0),
  gte: (left, right) => ordered(left, right, (difference) => difference >= 0),
  lt: (left, right) => ordered(left, right, (difference) => difference < 0),
  lte: (left, right) => ordered(left, right, (difference) => difference <= 0),
  exists: (left) => exists(left.value),
  not_exists: (left) => !exists(left.value),
}

const isShort = (value: unknown): boolean =>
  typeof value !== 'object' && String(value).length <= 1_000
const shortList = 100

// True if a comparison with this operand may exceed a time slice.
const isSlow = ({ value, texts }: Operand): boolean =>
  Array.isArray(value) ? value.length > shortList || !value.every(isShort) : texts.isLong(value)

const textual: ReadonlySet<ConditionOperator> = new Set([
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
])

/**
 * Evaluates an operator on values of any size. Returns a promise if a value is large. See
 * docs/reference/workflows.md, "Conditions".
 */
export function decide(
  operator: PlainOperator,
  left: Operand,
  right: Operand,
  pace: Pace,
): boolean | Promise<boolean> {
  const slow = textual.has(operator) && both(left, right) && (isSlow(left) || isSlow(right))
  if (!slow) return operators[operator](left, right)
  if (operator === 'is' || operator === 'is_not') {
    return samePaced(left, right, pace).then((holds) => holds === (operator === 'is'))
  }
  if (operator === 'contains' || operator === 'not_contains') {
    return containsPaced(left, right, pace).then((holds) => holds === (operator === 'contains'))
  }
  return foldedBoth(left, right, pace).then(([text, part]) =>
    operator === 'starts_with' ? text.startsWith(part) : text.endsWith(part),
  )
}

async function foldedBoth(left: Operand, right: Operand, pace: Pace): Promise<[string, string]> {
  const part = await right.texts.foldedPaced(right.value, pace)
  return [await left.texts.foldedPaced(left.value, pace), part]
}

async function samePaced(left: Operand, right: Operand, pace: Pace): Promise<boolean> {
  if (pace.due()) await pace.yield()
  if (!both(left, right) || compareNumbers(left.value, right.value) !== undefined)
    return same(left, right)
  const [text, other] = await foldedBoth(left, right, pace)
  return text === other
}

async function containsPaced(left: Operand, right: Operand, pace: Pace): Promise<boolean> {
  if (!Array.isArray(left.value)) {
    const [text, part] = await foldedBoth(left, right, pace)
    return (await includesPaced(text, part, pace)) || hasPhone(left, right)
  }
  const slow = isSlow(right)
  // A short text is not kept, and would be folded again for each member.
  const text = slow ? '' : folded(right)
  const wanted = slow ? right : { ...right, texts: { ...right.texts, folded: () => text } }
  for (const value of left.value) {
    const member = { value, texts: left.texts }
    const equal =
      !slow && isShort(value) && !pace.due() ? same(member, wanted) : samePaced(member, right, pace)
    if (equal === true || (equal !== false && (await equal))) return true
  }
  return false
}
