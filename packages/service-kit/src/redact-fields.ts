import { isRedactedKey } from '@atrium/config'

const censor = '[redacted]'
const deepest = 6

/**
 * Returns fields with every credential replaced at any depth. Objects without credentials are not
 * copied. Errors stay unchanged.
 */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0)
}

function redactObject(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(fields)) {
    const value = fields[key]
    const kept = isRedactedKey(key) && value !== undefined ? censor : redactValue(value, depth + 1)
    if (kept === value) continue
    copy ??= { ...fields }
    copy[key] = kept
  }
  return copy ?? fields
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || depth > deepest)
    return value
  if (!Array.isArray(value)) return redactObject(value as Record<string, unknown>, depth)
  const items = value.map((item) => redactValue(item, depth + 1))
  return items.some((item, index) => item !== value[index]) ? items : value
}
