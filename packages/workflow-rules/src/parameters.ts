import { parseTemplate, resolveTemplate, type Scope, type Template } from './expression.ts'
import { compileJsonTemplate } from './json-template.ts'
import { paramLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import { isRecord } from './own-property.ts'
import type { Reference } from './reference.ts'

/** Parameters prepared once per run. `dynamic` is true if they contain an expression. */
export interface Parameters {
  dynamic: boolean
  references: readonly Reference[]
  /** Expressions that are a whole text. Their values keep their types. */
  wholes: readonly Reference[]
  resolve(scope: Scope): unknown
}

const constant = (value: unknown): Parameters => ({
  dynamic: false,
  references: [],
  wholes: [],
  resolve: () => value,
})

/**
 * Prepares a JSON value with expressions in its texts. Does not copy values without expressions.
 * Keys such as `__proto__` stay data. Skips the top-level keys in `keep`, and treats the texts at
 * the keys in `json` as JSON. Throws `NodeError` if there are too many expressions.
 */
export function compileParameters(
  value: unknown,
  { keep = noKeys, json = noKeys }: { keep?: ReadonlySet<string>; json?: ReadonlySet<string> } = {},
): Parameters {
  if (typeof value === 'string') return compileText(value)
  if (Array.isArray(value)) {
    const members = value.map((member) => compileParameters(member))
    return combine(value, members, (scope) => members.map((member) => member.resolve(scope)))
  }
  if (!isRecord(value)) return constant(value)
  const entries = Object.entries(value).map(
    ([key, member]) =>
      [key, keep.has(key) ? constant(member) : compileMember(member, json.has(key))] as const,
  )
  return combine(
    value,
    entries.map(([, member]) => member),
    (scope) => Object.fromEntries(entries.map(([key, member]) => [key, member.resolve(scope)])),
  )
}

/** Returns true if a JSON value holds more expressions than `compileParameters` accepts. */
export const hasTooManyExpressions = (value: unknown): boolean => countExpressions(value) > most

const most = paramLimits.expressions

function countExpressions(value: unknown): number {
  if (typeof value === 'string') {
    if (!mayHoldExpressions(value)) return 0
    if (holdsTooManyBraces(value)) return most + 1
    return listReferences(parseTemplate(value)).length
  }
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const member of Object.values(value)) {
    count += countExpressions(member)
    if (count > most) break
  }
  return count
}

const mayHoldExpressions = (text: string): boolean => text.includes('{{') || text.startsWith('${')

const holdsTooManyBraces = (text: string): boolean => text.split('{{', most + 2).length > most + 1

const listReferences = ({ parts }: Template): Reference[] =>
  parts.filter((part): part is Reference => typeof part !== 'string')

const noKeys: ReadonlySet<string> = new Set()

const compileMember = (value: unknown, isJson: boolean): Parameters =>
  isJson && typeof value === 'string' ? compileText(value, true) : compileParameters(value)

function compileText(text: string, isJson = false): Parameters {
  if (!mayHoldExpressions(text)) return constant(text)
  if (holdsTooManyBraces(text)) throw tooManyExpressions()
  const template: Template = parseTemplate(text)
  const references = listReferences(template)
  if (references.length === 0) return constant(text)
  const wholes = template.whole === null ? [] : [template.whole]
  const resolve =
    isJson && template.whole === null
      ? compileJsonTemplate(template)
      : (scope: Scope) => resolveTemplate(template, scope)
  return { dynamic: true, references, wholes, resolve }
}

function combine(
  value: unknown,
  members: readonly Parameters[],
  resolve: (scope: Scope) => unknown,
): Parameters {
  if (!members.some((member) => member.dynamic)) return constant(value)
  const references = members.flatMap((member) => member.references)
  if (references.length > most) throw tooManyExpressions()
  return { dynamic: true, references, wholes: members.flatMap((member) => member.wholes), resolve }
}

/** Returns the error for parameters with too many expressions. */
export const tooManyExpressions = (): NodeError =>
  new NodeError(`The settings of this step hold more than ${most} expressions`)
