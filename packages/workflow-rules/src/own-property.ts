/** Reads an own data property. Never reaches prototypes and never calls getters. */
export function ownProperty(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const descriptor = Object.getOwnPropertyDescriptor(value, key)
  return descriptor !== undefined && 'value' in descriptor ? descriptor.value : undefined
}

/** Follows a path of own properties. Returns undefined as soon as one is missing. */
export function ownPath(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    current = ownProperty(current, key)
    if (current === undefined) return undefined
  }
  return current
}

/** Reads an own text property. Returns an empty string if there is none. */
export function ownText(value: unknown, key: string): string {
  const text = ownProperty(value, key)
  return typeof text === 'string' ? text : ''
}

/** Returns true if a value is a plain JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longestPath = 200

// Shortens a parameter path to 200 characters for a message.
const shownPath = (path: string): string =>
  path.length <= longestPath ? path : `${path.slice(0, longestPath).toWellFormed()}…`

/**
 * Calls `read` with every text in a JSON value and its path for a message, for example
 * `fields.0.value`. Returns all results.
 */
export function readTexts<T>(
  value: unknown,
  read: (text: string, path: string) => T[],
  path = '',
): T[] {
  if (typeof value === 'string') return read(value, path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    readTexts(member, read, shownPath(path === '' ? key : `${path}.${key}`)),
  )
}
