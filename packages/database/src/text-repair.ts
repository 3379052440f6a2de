const NUL = String.fromCharCode(0)

/**
 * Returns text for PostgreSQL to store: unpaired surrogates become U+FFFD, and NUL characters are
 * dropped.
 */
export function repairText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes(NUL) ? wellFormed.replaceAll(NUL, '') : wellFormed
}

/**
 * Repairs every string in a JSON-like value, including keys. Does not copy a value unless it needs
 * repair.
 */
export function repairValue(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value)
  if (typeof value !== 'object' || value === null || isOpaque(value)) return value
  if (Array.isArray(value)) return repairItems(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return repairValue(value.toJSON())
  return repairMembers(value)
}

const isOpaque = (value: object): boolean =>
  value instanceof Date ||
  ArrayBuffer.isView(value) ||
  ('toPostgres' in value && typeof value.toPostgres === 'function')

function repairItems(items: readonly unknown[]): unknown[] | readonly unknown[] {
  const repaired = items.map(repairValue)
  return repaired.some((item, index) => item !== items[index]) ? repaired : items
}

function repairMembers(object: object): object {
  let changed = false
  const members = Object.entries(object).map(([key, value]): [string, unknown] => {
    const member: [string, unknown] = [repairText(key), repairValue(value)]
    changed ||= member[0] !== key || member[1] !== value
    return member
  })
  return changed ? Object.fromEntries(members) : object
}
