import { isRecord, NodeError, ownProperty } from '../../engine/index.ts'

/**
 * Returns a copy with a value at a path. The value `undefined` removes the field. Throws
 * `NodeError` if the path leads through a list or a text.
 */
export function withValueAt(
  object: Readonly<Record<string, unknown>>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [key = '', ...rest] = path
  const before = ownProperty(object, key)
  if (rest.length > 0 && before !== undefined && before !== null && !isRecord(before)) {
    throw new NodeError(
      `The field "${key}" is not an object, so "${rest.join('.')}" cannot be set in it`,
    )
  }
  const inner = isRecord(before) ? before : {}
  if (rest.length > 0 && value === undefined && before === undefined) return { ...object }
  const next = rest.length === 0 ? value : withValueAt(inner, rest, value)
  const others = Object.entries(object).filter(([other]) => other !== key)
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]])
}
