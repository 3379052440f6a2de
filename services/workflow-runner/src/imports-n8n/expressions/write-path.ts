import type { Path } from '../document/item-shape.ts'

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u
// Braces end an expression, even inside quotes.
const endsExpression = /\}\}|\{\{|[\r\n]/

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Returns a text as a filter's argument. Undefined if an expression cannot hold the text. */
export function writeLiteral(text: string): string | undefined {
  const written = quote(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  return endsExpression.test(written) ? undefined : written
}

/** Returns a path as an expression reads it. Undefined if an expression cannot hold a key. */
export function writePath(node: string | null, path: Path): string | undefined {
  let written = node === null ? '$json' : `$node[${quote(node)}].json`
  for (const key of path) {
    if (typeof key === 'number') written += `[${key}]`
    else written += plainKey.test(key) ? `.${key}` : `[${quote(key)}]`
  }
  return endsExpression.test(written) ? undefined : written
}
