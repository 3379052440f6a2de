// Adjacent parts never match the same character, so every text is read once.
const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

// A longer text does not count as a number, because each comparison would read the whole text
// again.
const longest = 1_000

export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > longest || !numeric.test(value)) return undefined
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : undefined
}

const longInteger = /^\s*([+-]?)(\d{16,400})\s*$/

// Returns an exact integer, because network ids exceed the precision of a number.
function exactly(value: unknown): bigint | undefined {
  const match = typeof value === 'string' ? longInteger.exec(value) : null
  if (match === null) return undefined
  return match[1] === '-' ? -BigInt(match[2] ?? 0) : BigInt(match[2] ?? 0)
}

export function compareNumbers(left: unknown, right: unknown): number | undefined {
  const [a, b] = [asNumber(left), asNumber(right)]
  if (a === undefined || b === undefined) return undefined
  if (a !== b) return a - b
  const [exactA, exactB] = [exactly(left), exactly(right)]
  return exactA === undefined || exactB === undefined ? 0 : Number(exactA - exactB)
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/
const longestDate = 100

/** Parses an ISO date text to milliseconds. Returns undefined for other values. */
export function asMoment(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > longestDate || !isoDate.test(value))
    return undefined
  const parsed = Date.parse(value)
  return Number.isNaN(parsed) ? undefined : parsed
}
