import { z } from 'zod'
import { holdsAtMost } from './holds-at-most.ts'

const maxDepth = 32
/**
 * The limits for a free JSON value, however many changes built it up: values at any depth, and
 * bytes.
 */
export const freeJsonLimits = { values: 10_000, bytes: 1_048_576 } as const
/**
 * JavaScript gives these names a special meaning, so code that copies objects drops or misreads
 * them.
 */
const reservedNames: readonly string[] = ['__proto__', 'constructor', 'prototype']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Returns what is wrong with a free JSON value, and the path. Does not recurse, because values come
 * from outside.
 */
function brokenJson(value: unknown): { message: string; path: string[] } | undefined {
  const { values } = freeJsonLimits
  if (!holdsAtMost(value, values)) return { message: `Holds more than ${values} values`, path: [] }
  let level: Array<{ value: unknown; path: string[] }> = [{ value, path: [] }]
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: typeof level = []
    for (const { value: outer, path } of level) {
      if (!isObject(outer)) continue
      for (const [name, inner] of Object.entries(outer)) {
        if (depth === maxDepth)
          return { message: `Nested more than ${maxDepth} levels deep`, path: [] }
        if (reservedNames.includes(name))
          return { message: 'This name is reserved', path: [...path, name] }
        if (isObject(inner)) next.push({ value: inner, path: [...path, name] })
      }
    }
    level = next
  }
  return undefined
}

/** A free JSON value with at most 32 levels and 10,000 values, without reserved names. */
export const JsonValue = z.unknown().superRefine((value, context) => {
  const broken = brokenJson(value)
  if (broken !== undefined) context.addIssue({ code: 'custom', ...broken })
})

/**
 * A free JSON object with the same limits. Not a zod record, because that would drop `__proto__`
 * before it could be rejected.
 */
export const JsonRecord = z
  .custom<Record<string, unknown>>((value) => isObject(value) && !Array.isArray(value), {
    error: 'Enter a JSON object',
    abort: true,
  })
  .superRefine((value, context) => {
    const name = Object.keys(value).find((key) => key === '' || key.length > 200)
    if (name !== undefined) {
      context.addIssue({
        code: 'custom',
        message: 'A name must have 1 to 200 characters',
        path: [name.slice(0, 200)],
      })
    }
    const broken = brokenJson(value)
    if (broken !== undefined) context.addIssue({ code: 'custom', ...broken })
  })
  .meta({
    type: 'object',
    propertyNames: { minLength: 1, maxLength: 200 },
    additionalProperties: {},
  })
