/** A path into the json of the current item or of a named node's item, or into a value of the run. */
export interface Reference {
  /** Null for `$json`. */
  node: string | null
  path: readonly (string | number)[]
  source: string
  /** A value of the run in place of an item. */
  root?: 'input' | 'setting' | 'skill'
}

const longestPath = 200

const blank = /\s*/y
const braces = /\{*/y
const name = /[\p{L}_$][\p{L}\p{N}_$-]*/uy
const index = /\d{1,9}(?=\])/y
// Any sign except the end of a line.
const anySign = /./

const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The end of the blanks at a place. */
export const skipBlanks = (text: string, at: number): number => endOf(blank, text, at)

/** The end of the opening braces at a place. */
export const skipBraces = (text: string, at: number): number => endOf(braces, text, at)

// A quoted text between `['` and `']`; a backslash escapes the next character.
function quotedAt(text: string, at: number): { value: string; end: number } | undefined {
  const quote = text[at]
  if (quote !== "'" && quote !== '"') return undefined
  let value = ''
  let from = at + 1
  for (let here = from; here < text.length; here += 1) {
    const sign = text[here]
    // Closing braces end an expression, also inside quotes.
    if (sign === '}' && text[here + 1] === '}') return undefined
    if (sign === quote) return { value: value + text.slice(from, here), end: here + 1 }
    if (sign !== '\\') continue
    value += text.slice(from, here)
    from = here + 1
    here += 1
    if (!anySign.test(text[here] ?? '')) return undefined
  }
  return undefined
}

/**
 * Parses the path at a place in one pass: `$json` or `$node['Name'].json`, then steps `.key`, `['key']`, `[0]`. Undefined
 * without one; `end` is behind its last step. There is no code in an expression, only a path.
 */
export function readReference(text: string, at: number): (Reference & { end: number }) | undefined {
  let node: string | null = null
  let end = at
  if (text.startsWith('$json', at)) end += '$json'.length
  else if (text.startsWith('$node[', at)) {
    const quoted = quotedAt(text, at + '$node['.length)
    if (quoted === undefined || !text.startsWith('].json', quoted.end)) return undefined
    node = quoted.value
    end = quoted.end + '].json'.length
  } else return undefined
  const path: (string | number)[] = []
  for (;;) {
    const step = readStep(text, end)
    if (step === undefined) break
    if (path.push(step.key) > longestPath) return undefined
    end = step.end
  }
  return { node, path, source: text.slice(at, end), end }
}

function readStep(text: string, at: number): { key: string | number; end: number } | undefined {
  if (text[at] === '.') {
    const end = endOf(name, text, at + 1)
    return end === -1 ? undefined : { key: text.slice(at + 1, end), end }
  }
  if (text[at] !== '[') return undefined
  const end = endOf(index, text, at + 1)
  if (end !== -1) return { key: Number(text.slice(at + 1, end)), end: end + 1 }
  const quoted = quotedAt(text, at + 1)
  return quoted === undefined || text[quoted.end] !== ']'
    ? undefined
    : { key: quoted.value, end: quoted.end + 1 }
}
