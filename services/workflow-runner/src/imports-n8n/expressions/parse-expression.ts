import { chooseDefault, compute, differences, functions, methods, properties } from './methods.ts'
import type { Names } from './names.ts'
import { isText, joinTerms, literal, type Term, withFilter, withKey } from './terms.ts'
import { readTokens, type Token } from './tokens.ts'

const longestExpression = 5_000
const deepest = 30

// Two names that belong together, for example `JSON.stringify`.
const spaces: ReadonlySet<string> = new Set(['JSON', 'Math', 'DateTime'])

/**
 * Translates the inside of an n8n expression if it is a path, a literal or one of a few calls.
 * Never executes it. Returns undefined for other JavaScript.
 */
export function parseExpression(text: string, names: Names): Term | undefined {
  if (text.length > longestExpression) return undefined
  const tokens = readTokens(text.trim().replace(/;$/, ''))
  if (tokens === undefined || tokens.length === 0) return undefined
  const parser = new Parser(tokens, names)
  const term = parser.readDefault(0)
  return parser.isAtEnd() ? term : undefined
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #names: Names
  #at = 0

  constructor(tokens: readonly Token[], names: Names) {
    this.#tokens = tokens
    this.#names = names
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  #peek(value: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead]
    return token !== undefined && token.kind !== 'text' && token.value === value
  }

  #skip(value: string): boolean {
    if (!this.#peek(value)) return false
    this.#at += 1
    return true
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }

  /** `a || b ?? c`. */
  readDefault(depth: number): Term | undefined {
    if (depth > deepest) return undefined
    let left = this.#readSum(depth)
    while (left !== undefined && (this.#peek('||') || this.#peek('??'))) {
      this.#at += 1
      const right = this.#readSum(depth)
      left = right && chooseDefault(left, right, this.#names.write)
    }
    return left
  }

  #readSum(depth: number): Term | undefined {
    let left = this.#readProduct(depth)
    while (left !== undefined && (this.#peek('+') || this.#peek('-'))) {
      const operator = this.#next()?.value ?? ''
      const right = this.#readProduct(depth)
      if (right === undefined) return undefined
      left =
        operator === '+' && (isText(left) || isText(right))
          ? joinTerms(left, right)
          : compute(operator, [left, right], this.#names.write)
    }
    return left
  }

  #readProduct(depth: number): Term | undefined {
    let left = this.#readCalls(depth)
    while (left !== undefined && this.#skip('*')) {
      const right = this.#readCalls(depth)
      left = right && compute('*', [left, right], this.#names.write)
    }
    return left
  }

  /** A value with the properties and calls behind it. */
  #readCalls(depth: number): Term | undefined {
    let term = this.#readValue(depth)
    while (term !== undefined) {
      if (this.#skip('[')) term = this.#readIndex(term)
      else if (this.#skip('.')) term = this.#readMember(term, depth)
      else if (this.#skip('?.')) {
        term = this.#skip('[') ? this.#readIndex(term) : this.#readMember(term, depth)
      } else break
    }
    return term
  }

  #readIndex(term: Term): Term | undefined {
    const key = this.#next()
    if (!this.#skip(']') || (key?.kind !== 'text' && key?.kind !== 'number')) return undefined
    return withKey(term, key.kind === 'number' ? Number(key.value) : key.value)
  }

  #readMember(term: Term, depth: number): Term | undefined {
    const name = this.#next()
    if (name?.kind !== 'name') return undefined
    if (!this.#peek('(')) {
      const filter = properties.get(name.value)
      if (filter !== undefined) this.#addDifference(name.value)
      return filter === undefined ? withKey(term, name.value) : withFilter(term, filter)
    }
    const args = this.#readArguments(depth)
    // A filter ends a path, but the first of a list can also be reached with its index.
    if (name.value === 'first' && args?.length === 0 && (this.#peek('.') || this.#peek('['))) {
      return withKey(term, 0)
    }
    this.#addDifference(name.value)
    return args && methods.get(name.value)?.(term, args)
  }

  #addDifference(name: string): void {
    const difference = differences.get(name)
    if (difference !== undefined) this.#names.addDifference(difference)
  }

  #readArguments(depth: number): Term[] | undefined {
    if (!this.#skip('(')) return undefined
    const args: Term[] = []
    if (this.#skip(')')) return args
    for (;;) {
      const argument = this.readDefault(depth + 1)
      if (argument === undefined) return undefined
      args.push(argument)
      if (this.#skip(')')) return args
      if (!this.#skip(',')) return undefined
    }
  }

  #readValue(depth: number): Term | undefined {
    if (this.#skip('(')) {
      const inner = this.readDefault(depth + 1)
      return this.#skip(')') ? inner : undefined
    }
    if (this.#skip('[')) return this.#readList(depth)
    if (this.#skip('{')) return this.#readObject(depth)
    const token = this.#next()
    if (token === undefined) return undefined
    if (token.kind === 'text') return literal(token.value)
    if (token.kind === 'number') return literal(Number(token.value))
    if (token.kind === 'template') return this.#readTemplate(token.value, depth)
    if (token.kind === 'name') return this.#readName(token.value, depth)
    return undefined
  }

  #readList(depth: number): Term | undefined {
    const members: Term[] = []
    while (!this.#skip(']')) {
      const member = this.readDefault(depth + 1)
      if (member === undefined || !(this.#skip(',') || this.#peek(']'))) return undefined
      members.push(member)
    }
    return { kind: 'list', members }
  }

  #readObject(depth: number): Term | undefined {
    const members: [string, Term][] = []
    while (!this.#skip('}')) {
      const name = this.#next()
      if ((name?.kind !== 'name' && name?.kind !== 'text') || !this.#skip(':')) return undefined
      const value = this.readDefault(depth + 1)
      if (value === undefined || !(this.#skip(',') || this.#peek('}'))) return undefined
      members.push([name.value, value])
    }
    return { kind: 'object', members }
  }

  #readTemplate(text: string, depth: number): Term | undefined {
    let row: Term = literal('')
    let from = 0
    for (let open = text.indexOf('${'); open !== -1; open = text.indexOf('${', from)) {
      const close = text.indexOf('}', open)
      if (close === -1 || depth > deepest) return undefined
      const inner = parseExpression(text.slice(open + 2, close), this.#names)
      const before = joinTerms(row, literal(text.slice(from, open)))
      const joined = inner && before && joinTerms(before, inner)
      if (joined === undefined) return undefined
      row = joined
      from = close + 1
    }
    return joinTerms(row, literal(text.slice(from)))
  }

  #readName(name: string, depth: number): Term | undefined {
    if (name === '$json') return { kind: 'path', node: null, path: [], filters: [] }
    if (name === '$now') return { kind: 'now', filters: [] }
    if (name === '$today') return { kind: 'now', filters: ["date: 'YYYY-MM-DD'"] }
    if (name === 'true' || name === 'false') return literal(name === 'true')
    if (name === 'null' || name === 'undefined') return literal(null)
    if (name === 'new') return this.#peek('Date') ? this.#readDate(depth) : undefined
    if (name === '$') return this.#readStep(this.#readQuotedArgument())
    if (name === '$node') return this.#readStep(this.#readQuotedKey())
    if (name === '$items') return this.#readStep(this.#readQuotedArgument())
    if (name === '$input') return this.#readItem(null)
    if (name === '$item') return this.#readOtherItem(depth)
    if (name === '$ifEmpty') return this.#readIfEmpty(depth)
    if (name === '$workflow') {
      return this.#skip('.') && this.#skip('name') ? literal(this.#names.workflow) : undefined
    }
    if (spaces.has(name) && this.#skip('.')) {
      const member = this.#next()?.value ?? ''
      if (name === 'DateTime' && (member === 'now' || member === 'local')) {
        return this.#readArguments(depth)?.length === 0 ? { kind: 'now', filters: [] } : undefined
      }
      return this.#readFunction(`${name}.${member}`, depth)
    }
    return this.#readFunction(name, depth)
  }

  /** `$item(0).$node["Name"]`. */
  #readOtherItem(depth: number): Term | undefined {
    const [index, ...others] = this.#readArguments(depth) ?? []
    const isFirst =
      others.length === 0 && index?.kind === 'literal' && (index.value === 0 || index.value === '0')
    const isNode = isFirst && this.#skip('.') && this.#skip('$node')
    return isNode ? this.#readStep(this.#readQuotedKey()) : undefined
  }

  #readIfEmpty(depth: number): Term | undefined {
    const [value, otherwise, ...rest] = this.#readArguments(depth) ?? []
    if (value === undefined || otherwise === undefined || rest.length > 0) return undefined
    return chooseDefault(value, otherwise, this.#names.write)
  }

  #readFunction(name: string, depth: number): Term | undefined {
    const [first, ...rest] = this.#readArguments(depth) ?? []
    this.#addDifference(name)
    return first === undefined || rest.length > 0 ? undefined : functions.get(name)?.(first, [])
  }

  /** `new Date()` and `new Date(value)`. */
  #readDate(depth: number): Term | undefined {
    this.#at += 1
    const args = this.#readArguments(depth)
    if (args === undefined || args.length > 1) return undefined
    return args[0] ?? { kind: 'now', filters: [] }
  }

  #readQuotedArgument(): string | undefined {
    if (!this.#skip('(')) return undefined
    const name = this.#next()
    return name?.kind === 'text' && this.#skip(')') ? name.value : undefined
  }

  #readQuotedKey(): string | undefined {
    if (this.#skip('.')) {
      const name = this.#next()
      return name?.kind === 'name' ? name.value : undefined
    }
    if (!this.#skip('[')) return undefined
    const name = this.#next()
    return name?.kind === 'text' && this.#skip(']') ? name.value : undefined
  }

  #readStep(name: string | undefined): Term | undefined {
    return name !== undefined && this.#names.hasStep(name) ? this.#readItem(name) : undefined
  }

  /**
   * The item behind a step: `.item.json`, `.first().json`, `.all()[0].json`, `[0].json`, `.json`.
   * Other places in the list have no counterpart.
   */
  #readItem(node: string | null): Term | undefined {
    const found: Term = { kind: 'path', node, path: [], filters: [] }
    if (this.#skip('[')) {
      const isFirst = this.#skip('0') && this.#skip(']')
      return isFirst && this.#skip('.') && this.#skip('json') ? found : undefined
    }
    if (!this.#skip('.') && !this.#skip('?.')) return undefined
    if (this.#skip('json')) return found
    if (this.#skip('item') || this.#skipCall('first')) {
      return (this.#skip('.') || this.#skip('?.')) && this.#skip('json') ? found : undefined
    }
    return this.#skipCall('all') && this.#peek('[') ? this.#readItem(node) : undefined
  }

  #skipCall(name: string): boolean {
    if (!this.#peek(name) || !this.#peek('(', 1) || !this.#peek(')', 2)) return false
    this.#at += 3
    return true
  }
}
