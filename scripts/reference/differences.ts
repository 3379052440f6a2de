/**
 * Compares keys and types of two values. Returns the paths of the differences. Null and empty lists
 * fit any value.
 */
export function differences(a: unknown, b: unknown, place = ''): string[] {
  if (a === null || b === null) return []
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.slice(0, b.length).flatMap((each, at) => differences(each, b[at], `${place}.${at}`))
  }
  if (Array.isArray(a) !== Array.isArray(b) || typeof a !== typeof b) return [place]
  if (typeof a !== 'object' || typeof b !== 'object') return []
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].flatMap((key) => {
    const at = place === '' ? key : `${place}.${key}`
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) return [at]
    return differences(Reflect.get(a, key), Reflect.get(b, key), at)
  })
}
