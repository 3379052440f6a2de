const longest = 200

/** The place and the typed text of the open expression around a caret; undefined outside of one. */
export function openExpression(text: string, caret: number) {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('{{')
  if (from === -1 || caret - from > longest || before.indexOf('}}', from) !== -1) return undefined
  return { from, typed: before.slice(from + 2).trim() }
}

/** The text with an expression in place of the open one, or at the caret, and the caret behind it. */
export function withExpression(text: string, caret: number, expression: string) {
  const open = openExpression(text, caret)
  const from = open?.from ?? caret
  // The end of the open one is replaced with it.
  const closed = open === undefined ? null : /^[^{}]*\}\}/.exec(text.slice(caret, caret + longest))
  const behind = text.slice(caret + (closed?.[0].length ?? 0))
  const written = `{{ ${expression} }}`
  return { text: text.slice(0, from) + written + behind, caret: from + written.length }
}
