import { parseSync } from 'oxc-parser'

export type FoundPattern = {
  readonly line: number
  readonly source: string
  readonly flags: string
}

/**
 * The patterns in one file. `composed` has the lines where `RegExp` gets something other than a
 * literal text.
 */
export type PatternsOfFile = { readonly patterns: FoundPattern[]; readonly composed: number[] }

/**
 * Finds every pattern in a TypeScript or JavaScript source. Throws if the source does not parse.
 */
export function findPatterns(file: string, source: string): PatternsOfFile {
  const found: PatternsOfFile = { patterns: [], composed: [] }
  for (const node of walkNodes(parsed(file, source))) {
    const line = () => findLine(node, source)
    if (node['type'] === 'Literal' && isObject(node['regex'])) {
      const { pattern, flags } = node['regex']
      found.patterns.push({ line: line(), source: String(pattern), flags: String(flags) })
    }
    const [pattern, flags] = argumentsOfRegExp(node)
    if (pattern === undefined) continue
    if (isText(pattern) && (flags === undefined || isText(flags))) {
      found.patterns.push({ line: line(), source: pattern.value, flags: flags?.value ?? '' })
    } else found.composed.push(line())
  }
  return found
}

/** Returns a source's syntax tree. Throws if it does not parse. */
export function parsed(file: string, source: string): unknown {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program
}

/** Returns a node's first line. */
export const findLine = (node: Json, source: string): number =>
  source.slice(0, Number(node['start'])).split('\n').length

/** A syntax tree node. */
export type Json = Record<string, unknown>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null
const isText = (node: unknown): node is Json & { value: string } =>
  isObject(node) && node['type'] === 'Literal' && typeof node['value'] === 'string'

function argumentsOfRegExp(node: Json): unknown[] {
  const called = node['type'] === 'NewExpression' || node['type'] === 'CallExpression'
  if (!called || !isObject(node['callee']) || node['callee']['name'] !== 'RegExp') return []
  return Array.isArray(node['arguments']) ? node['arguments'] : []
}

/** Yields every node below a value. */
export function* walkNodes(value: unknown): Generator<Json> {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (Array.isArray(next)) open.push(...next)
    else if (isObject(next)) {
      if (typeof next['type'] === 'string') yield next
      open.push(...Object.values(next))
    }
  }
}
