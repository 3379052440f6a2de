const wholeReference = /^\$\{env:([A-Z0-9_]+)\}$/

/**
 * A copy of a parameter in which every string that is exactly `${env:NAME}` is replaced by that value of the
 * parsed environment (docs/reference/workflows.md, "Expressions"). Mixed strings, keys and names that are not
 * set stay as they are; anything but plain objects and arrays is passed through; any depth and cycles are fine.
 *
 * Secrets resolve like any other name, so every author of a graph can read them: pass only as much of the
 * environment as such an author may see.
 */
export function substituteEnv(value: unknown, env: Readonly<Record<string, unknown>>): unknown {
  const copies = new Map<object, object>()
  const pending: { from: object; to: object }[] = []

  const copyOf = (source: unknown): unknown => {
    if (typeof source === 'string') return resolve(source, env)
    if (!isContainer(source)) return source
    const known = copies.get(source)
    if (known) return known
    const to: object = Array.isArray(source) ? [] : {}
    copies.set(source, to)
    pending.push({ from: source, to })
    return to
  }

  const result = copyOf(value)
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const [key, entry] of Object.entries(next.from)) {
      // Assignment would run the setter of a key named __proto__; defining the property does not.
      Object.defineProperty(next.to, key, {
        value: copyOf(entry),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    }
  }
  return result
}

function resolve(text: string, env: Readonly<Record<string, unknown>>): unknown {
  const name = wholeReference.exec(text)?.[1]
  if (name === undefined || !Object.hasOwn(env, name)) return text
  return env[name] ?? text
}

function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
