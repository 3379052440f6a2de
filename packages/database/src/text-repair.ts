const NUL = String.fromCharCode(0)

/**
 * Text as PostgreSQL can store it: unpaired surrogates become U+FFFD and NUL characters are dropped
 * (invoicing and automation specification, "Errors", last rule).
 */
export function repairText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes(NUL) ? wellFormed.replaceAll(NUL, '') : wellFormed
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The same for every string inside a JSON-like value, keys included; other objects stay as they are. */
export function repairValue(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value)
  if (Array.isArray(value)) return value.map(repairValue)
  if (typeof value === 'object' && value !== null && isPlain(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [repairText(key), repairValue(inner)]),
    )
  }
  return value
}
