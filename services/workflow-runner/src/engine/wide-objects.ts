/** The list of more keys than this takes long and cannot be interrupted. */
export const wideFrom = 1_000
const shown = 300

const known = new WeakMap<object, readonly string[]>()

/** All keys of an object; the first ones of a wide object are cached for `firstKeys`. */
export function allKeys(object: object): readonly string[] {
  const keys = Object.keys(object)
  if (keys.length > wideFrom) known.set(object, keys.slice(0, shown))
  return keys
}

/** The first keys of an object, and whether it has more; a wide object is listed once. */
export function firstKeys(object: object): { keys: readonly string[]; more: boolean } {
  const first = known.get(object)
  if (first !== undefined) return { keys: first, more: true }
  const keys = allKeys(object)
  return keys.length > wideFrom ? { keys: keys.slice(0, shown), more: true } : { keys, more: false }
}
