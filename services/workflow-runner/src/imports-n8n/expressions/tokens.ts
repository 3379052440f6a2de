export interface Token {
  kind: 'name' | 'text' | 'number' | 'sign' | 'template'
  value: string
}

const blanks = /\s*/y
const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const number = /\d{1,15}(?:\.\d{1,15})?/y
const signs = [
  '?.',
  '||',
  '??',
  '.',
  '[',
  ']',
  '(',
  ')',
  ',',
  '+',
  '-',
  '*',
  '{',
  '}',
  ':',
] as const
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function readQuoted(text: string, at: number): { value: string; end: number } | undefined {
  const quote = text[at]
  let value = ''
  for (let here = at + 1; here < text.length; here += 1) {
    const sign = text[here] ?? ''
    if (sign === quote) return { value, end: here + 1 }
    if (sign === '\\') {
      here += 1
      const escaped = text[here] ?? ''
      value += escapes[escaped] ?? escaped
    } else value += sign
  }
  return undefined
}

/**
 * Splits JavaScript into the tokens that an import understands. Returns undefined at any other
 * character.
 */
export function readTokens(text: string): Token[] | undefined {
  const tokens: Token[] = []
  for (let at = matchAt(blanks, text, 0).length; at < text.length; ) {
    const sign = text[at] ?? ''
    const found = matchAt(name, text, at)
    const digits = matchAt(number, text, at)
    if (found !== '') {
      tokens.push({ kind: 'name', value: found })
      at += found.length
    } else if (digits !== '') {
      tokens.push({ kind: 'number', value: digits })
      at += digits.length
    } else if (sign === "'" || sign === '"' || sign === '`') {
      const quoted = readQuoted(text, at)
      if (quoted === undefined) return undefined
      tokens.push({ kind: sign === '`' ? 'template' : 'text', value: quoted.value })
      at = quoted.end
    } else {
      const known = signs.find((each) => text.startsWith(each, at))
      if (known === undefined) return undefined
      tokens.push({ kind: 'sign', value: known })
      at += known.length
    }
    at += matchAt(blanks, text, at).length
  }
  return tokens
}
