/** An object with more keys than this is wide: listing its keys takes long and cannot be interrupted. */
export const wideFrom = 1_000
const shown = 300

const known = new WeakMap<object, readonly string[]>()

/** All keys of an object; those of a wide one are remembered in part, for `firstKeys`. */
export function allKeys(object: object): readonly string[] {
  const keys = Object.keys(object)
  if (keys.length > wideFrom) known.set(object, keys.slice(0, shown))
  return keys
}

/** The first keys of an object, and whether it has more; a wide object is listed once however often it is asked. */
export function firstKeys(object: object): { keys: readonly string[]; more: boolean } {
  const first = known.get(object)
  if (first !== undefined) return { keys: first, more: true }
  const keys = allKeys(object)
  return keys.length > wideFrom ? { keys: keys.slice(0, shown), more: true } : { keys, more: false }
}
