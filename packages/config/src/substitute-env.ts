const wholeReference = /^\$\{env:([A-Z0-9_]+)\}$/

/**
 * Returns a copy in which a string that is exactly `${env:NAME}` becomes that value. Mixed strings,
 * keys, unset names and other objects stay. Graph authors can read everything in `env`, including
 * secrets.
 */
export function substituteEnv(value: unknown, env: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') return resolve(value, env)
  if (Array.isArray(value)) return value.map((entry) => substituteEnv(entry, env))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, substituteEnv(entry, env)]),
  )
}

function resolve(text: string, env: Readonly<Record<string, unknown>>): unknown {
  const name = wholeReference.exec(text)?.[1]
  if (name === undefined || !Object.hasOwn(env, name)) return text
  return env[name] ?? text
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
