import { freeJsonLimits, holdsAtMost, invalidField } from '@atrium/contracts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7396: members of `patch` replace, nested objects merge, `null` removes. Neither argument is changed. */
export function mergePatch(target: unknown, patch: Json): Record<string, unknown> {
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key)
    else result.set(key, isObject(value) ? mergePatch(result.get(key), value) : value)
  }
  return Object.fromEntries(result)
}

/** Requires that many merges come to no more than one request may send. Throws `validation_failed` (400). */
export function requireModest(value: Json, path: string): void {
  const { values, bytes } = freeJsonLimits
  if (holdsAtMost(value, values) && Buffer.byteLength(JSON.stringify(value)) <= bytes) return
  throw invalidField(path, `Holds more than ${values} values or ${bytes} bytes with this`)
}
