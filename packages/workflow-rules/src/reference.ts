/** A path into the current item's or a named node's JSON, or into a run value. */
export interface Reference {
  /** Null for `$json`. */
  node: string | null
  path: readonly (string | number)[]
  source: string
  /** Set if the path starts at a run value instead of an item. */
  root?: 'input' | 'setting' | 'skill'
  /** The filters after the path, at least one. */
  filters?: readonly FilterCall[]
  /** The path with its filters as written. */
  written?: string
}

/** A filter with its arguments, as an expression names it. The filter may not exist. */
export interface FilterCall {
  name: string
  args: readonly FilterArgument[]
}

/** A literal or a path. */
export type FilterArgument = string | number | Reference

const longestPath = 200

const blank = /\s*/y
const braces = /\{*/y
const name = /[\p{L}_$][\p{L}\p{N}_$-]*/uy
const index = /\d{1,9}(?=\])/y
// Any character except a line break.
const anySign = /./

const matchEnd = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Returns the index after the blanks at `at`. */
export const skipBlanks = (text: string, at: number): number => matchEnd(blank, text, at)

/** Returns the index after the opening braces at `at`. */
export const skipBraces = (text: string, at: number): number => matchEnd(braces, text, at)

// Reads a quoted text between `['` and `']`. A backslash escapes the next character.
function quotedAt(text: string, at: number): { value: string; end: number } | undefined {
  const quote = text[at]
  if (quote !== "'" && quote !== '"') return undefined
  let value = ''
  let from = at + 1
  for (let here = from; here < text.length; here += 1) {
    const sign = text[here]
    // Closing braces end an expression, even inside quotes.
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
 * Parses the path at `at` in one pass: `$json` or `$node['Name'].json`, then steps `.key`,
 * `['key']`, `[0]`. Returns undefined if there is none. `end` is the index after the last step. An
 * expression contains no code, only a path.
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
    const end = matchEnd(name, text, at + 1)
    return end === -1 ? undefined : { key: text.slice(at + 1, end), end }
  }
  if (text[at] !== '[') return undefined
  const end = matchEnd(index, text, at + 1)
  if (end !== -1) return { key: Number(text.slice(at + 1, end)), end: end + 1 }
  const quoted = quotedAt(text, at + 1)
  return quoted === undefined || text[quoted.end] !== ']'
    ? undefined
    : { key: quoted.value, end: quoted.end + 1 }
}
