/** The named steps' responses in an area, read by path: `customer.id`, `page.items.0.title`. */
export interface Seen {
  /** Returns the value at a path. Throws if there is none. */
  value(path: string): unknown
  /** Returns the text at a path. Throws if there is none. */
  text(path: string): string
  /** Returns true if there is a value at a path. */
  has(path: string): boolean
  /** Keeps a value under a name, as a named step keeps its response. */
  keep(name: string, value: unknown): void
}

/** Creates an empty collection. The runner keeps `owner`, `org` and similar values in it. */
export function createSeen(): Seen {
  const kept: Record<string, unknown> = {}
  const find = (path: string): unknown =>
    path.split('.').reduce<unknown>((found, part) => {
      const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, part)
      return isThere ? Reflect.get(found, part) : undefined
    }, kept)
  const value = (path: string): unknown => {
    const found = find(path)
    if (found === undefined) throw new Error(`there is nothing at ${path}`)
    return found
  }
  return {
    value,
    has: (path) => find(path) !== undefined,
    text(path) {
      const found = value(path)
      if (typeof found === 'string') return found
      throw new Error(`there is no text at ${path}; it is ${JSON.stringify(found)}`)
    },
    keep(name, answer) {
      kept[name] = answer
    },
  }
}
