const longest = 200

/**
 * Returns the start and the typed text of the open expression around the caret. Undefined if the
 * caret is in none.
 */
export function openExpression(text: string, caret: number) {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('{{')
  if (from === -1 || caret - from > longest || before.indexOf('}}', from) !== -1) return undefined
  return { from, typed: before.slice(from + 2).trim() }
}

/**
 * Inserts an expression instead of the open one, or at the caret. Returns the text and the caret
 * behind the expression.
 */
export function withExpression(text: string, caret: number, expression: string) {
  const open = openExpression(text, caret)
  const from = open?.from ?? caret
  // The closing braces of the open expression are replaced too.
  const closed = open === undefined ? null : /^[^{}]*\}\}/.exec(text.slice(caret, caret + longest))
  const behind = text.slice(caret + (closed?.[0].length ?? 0))
  const written = `{{ ${expression} }}`
  return { text: text.slice(0, from) + written + behind, caret: from + written.length }
}
