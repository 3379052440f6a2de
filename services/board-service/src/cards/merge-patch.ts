import { freeJsonLimits, holdsAtMost, invalidField } from '@atrium/contracts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Applies a JSON merge patch (RFC 7396) to a copy: members of `patch` replace, nested objects
 * merge, `null` removes.
 */
export function mergePatch(target: unknown, patch: Json): Record<string, unknown> {
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key)
    else result.set(key, isObject(value) ? mergePatch(result.get(key), value) : value)
  }
  return Object.fromEntries(result)
}

/**
 * Throws `validation_failed` (400) if the merged value exceeds the limit for one request, so many
 * merges cannot exceed it.
 */
export function requireModest(value: Json, path: string): void {
  const { values, bytes } = freeJsonLimits
  if (holdsAtMost(value, values) && Buffer.byteLength(JSON.stringify(value)) <= bytes) return
  throw invalidField(path, `Holds more than ${values} values or ${bytes} bytes with this`)
}
