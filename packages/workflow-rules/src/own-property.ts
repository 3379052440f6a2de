/** Reads an own data property: prototypes are out of reach, and getters are not called. */
export function ownProperty(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const descriptor = Object.getOwnPropertyDescriptor(value, key)
  return descriptor !== undefined && 'value' in descriptor ? descriptor.value : undefined
}

/** Follows a path of own properties; undefined as soon as one is missing. */
export function ownPath(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    current = ownProperty(current, key)
    if (current === undefined) return undefined
  }
  return current
}

/** An own text of an object; empty where it has none of this name. */
export function ownText(value: unknown, key: string): string {
  const own = ownProperty(value, key)
  return typeof own === 'string' ? own : ''
}

/** Whether a value is a plain JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longestPath = 200

// A path of parameters for a message, cut to 200 characters.
const shownPath = (path: string): string =>
  path.length <= longestPath ? path : `${path.slice(0, longestPath).toWellFormed()}…`

/** Reads every text of a JSON value, each with its path for a message, for example `fields.0.value`. */
export function readTexts<T>(value: unknown, read: (text: string, path: string) => T[], path = ''): T[] {
  if (typeof value === 'string') return read(value, path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    readTexts(member, read, shownPath(path === '' ? key : `${path}.${key}`)),
  )
}
