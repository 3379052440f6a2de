const longest = 200

/** The text that a person types to search for a field, and where it starts. */
interface OpenSearch {
  readonly from: number
  readonly typed: string
  /** True if a slash starts the search. Such a text may also be meant as it is. */
  readonly isSlash: boolean
}

const slash = /(?:^|\s)\/([\p{L}\p{N}]{0,40})$/u

/**
 * Returns the open expression around the caret, or the search after a slash at a word's beginning.
 * Undefined if the caret is in neither.
 */
export function openExpression(text: string, caret: number): OpenSearch | undefined {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('{{')
  if (from !== -1 && caret - from <= longest && before.indexOf('}}', from) === -1)
    return { from, typed: before.slice(from + 2).trim(), isSlash: false }
  const typed = slash.exec(before.slice(-longest))?.[1]
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed, isSlash: true }
}

/**
 * Returns the range that an inserted field replaces: the open expression with its closing braces,
 * the search, or the given range.
 */
export function findInsertRange(
  text: string,
  range: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } {
  if (range.from !== range.to) return range
  const open = openExpression(text, range.to)
  if (open === undefined) return range
  const isExpression = text.startsWith('{{', open.from)
  const closed = isExpression
    ? /^[^{}]*\}\}/.exec(text.slice(range.to, range.to + longest))?.[0]
    : undefined
  return { from: open.from, to: range.to + (closed?.length ?? 0) }
}
